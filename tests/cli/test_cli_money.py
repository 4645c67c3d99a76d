"""What a run may cost is settled before anything is asked or made."""

from pathlib import Path

from cli_kit import Call


def test_a_model_without_a_known_price_is_refused_before_anything_is_made(
    sopgen: Call, home: Path
) -> None:
    ended = sopgen("Create a 2048 game", "--model", "hosted_vllm/own")
    assert ended.exit_code == 3
    assert "The price of hosted_vllm/own is not known" in ended.err
    assert "budget: prices: hosted_vllm/own: [INPUT, OUTPUT]" in ended.err
    assert "--budget none" in ended.err
    assert not (home / "workspace").exists()


def test_a_role_with_a_model_without_a_known_price_is_refused_too(sopgen: Call, home: Path) -> None:
    ended = sopgen("Create a 2048 game", "--model-for", "engineer=hosted_vllm/own")
    assert ended.exit_code == 3
    assert "The price of hosted_vllm/own is not known" in ended.err
    assert not (home / "workspace").exists()
