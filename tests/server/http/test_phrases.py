from banmen.server.http.phrases import split_phrases


def test_japanese_is_broken_before_a_word_and_never_within_its_ending() -> None:
    assert split_phrases("もう一度見る") == "もう<wbr>一度見る"
    assert split_phrases("手の一覧") == "手の<wbr>一覧"
    assert split_phrases("ヒント") == "ヒント"


def test_other_labels_are_left_as_they_are_but_escaped() -> None:
    assert split_phrases("Take back") == "Take back"
    assert split_phrases("a < b") == "a &lt; b"
