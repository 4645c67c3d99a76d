"""Which natural language a text is written in, told by its script and its function words."""

import re
import unicodedata
from collections import Counter

_SCRIPTS = {
    "ARABIC": "Arabic",
    "CYRILLIC": "Russian",
    "DEVANAGARI": "Hindi",
    "GREEK": "Greek",
    "HANGUL": "Korean",
    "HEBREW": "Hebrew",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "THAI": "Thai",
    "CJK": "Chinese",
}
_WORDS = {
    "English": "the and of to is that with for are it be this by from or an which not when its",
    "German": "der die das und ist nicht ein eine mit den von zu dem des wird werden auf für auch",
    "French": "le les des est et une dans pour que qui pas sur avec au du aux ce il sont être",
    "Spanish": "el los las una es que del con por para se no como más sus al y son puede este",
    "Italian": "il che di una è per con non sono della gli nel dei alla questo anche più delle si",
    "Portuguese": "o os uma que não com para do da dos das em por mais como ao são se pelo você",
    "Dutch": "het een de van en is niet dat op te zijn voor met als wordt worden door ook aan bij",
    "Polish": "nie się jest na do że to z w i jak dla przez oraz lub może są po który od",
    "Turkish": "bir ve bu için ile olarak da de gibi daha çok olan kadar veya sonra her değil",
}
_NAMES = {
    "ar": "Arabic", "arabic": "Arabic", "العربية": "Arabic",
    "zh": "Chinese", "chinese": "Chinese", "中文": "Chinese", "汉语": "Chinese",
    "cmn": "Chinese", "mandarin": "Chinese", "simplified": "Chinese", "traditional": "Chinese",
    "nl": "Dutch", "dutch": "Dutch", "nederlands": "Dutch",
    "en": "English", "english": "English",
    "fr": "French", "french": "French", "français": "French",
    "de": "German", "german": "German", "deutsch": "German",
    "el": "Greek", "greek": "Greek",
    "he": "Hebrew", "hebrew": "Hebrew",
    "hi": "Hindi", "hindi": "Hindi",
    "it": "Italian", "italian": "Italian", "italiano": "Italian",
    "ja": "Japanese", "japanese": "Japanese", "日本語": "Japanese",
    "ko": "Korean", "korean": "Korean", "한국어": "Korean",
    "pl": "Polish", "polish": "Polish", "polski": "Polish",
    "pt": "Portuguese", "portuguese": "Portuguese", "português": "Portuguese",
    "ru": "Russian", "russian": "Russian", "русский": "Russian",
    "es": "Spanish", "spanish": "Spanish", "español": "Spanish",
    "th": "Thai", "thai": "Thai",
    "tr": "Turkish", "turkish": "Turkish", "türkçe": "Turkish",
}  # fmt: skip
_FEWEST_LETTERS = 6
_FEWEST_HITS = 4


def named_language(name: str) -> str:
    """Return the English name of a language as people name it; empty if it is not known."""
    words = re.split(r"[\s_()-]+", name.strip().lower())
    return next((_NAMES[word] for word in words if word in _NAMES), "")


def written_language(text: str) -> str:
    """Return the language of a text; empty unless it is certain."""
    scripts = Counter(_script(char) for char in text if char.isalpha())
    foreign = {name: count for name, count in scripts.items() if name != "LATIN"}
    total = sum(scripts.values())
    # Code and product names stay Latin in any language.
    if total and sum(foreign.values()) >= max(_FEWEST_LETTERS, total / 4):
        return _by_script(foreign, text)
    return _by_words(text)


def _by_script(scripts: dict[str, int], text: str) -> str:
    known = {name: count for name, count in scripts.items() if name in _SCRIPTS}
    if not known:
        return ""
    if known.get("HIRAGANA", 0) + known.get("KATAKANA", 0) >= sum(known.values()) / 10:
        return "Japanese"
    strongest = max(known, key=lambda name: known[name])
    # Other languages share the alphabet; these letters are not Russian.
    if strongest == "CYRILLIC" and re.search("[іїєґўјљњћђџ]", text.lower()):
        return ""
    return _SCRIPTS[strongest]


def _by_words(text: str) -> str:
    words = Counter(re.findall(r"[^\W\d_]+", text.lower()))
    hits = {name: sum(words[word] for word in listed.split()) for name, listed in _WORDS.items()}
    first, second = sorted(hits, key=lambda name: -hits[name])[:2]
    certain = hits[first] >= _FEWEST_HITS and hits[first] >= 2 * hits[second]
    return first if certain else ""


def _script(char: str) -> str:
    return unicodedata.name(char, "").split(" ")[0].split("-")[0]
