import threading

from webapp.storage.engine.faults import StoreGoneError
from webapp.storage.engine.writers import BackgroundCheck
from webapp.storage.games import Store


def test_a_database_answers(database_url: str) -> None:
    store = Store(database_url)
    assert store.answers(10)
    assert store.answers(10)
    store.close()


def test_silence_is_no_answer_and_one_question_is_enough() -> None:
    questions, goes_on = [], threading.Event()

    def ask() -> None:
        questions.append(True)
        goes_on.wait(10)

    pulse = BackgroundCheck(ask)
    assert not pulse.answers(0.02)
    assert not pulse.answers(0.02)
    assert len(questions) == 1
    goes_on.set()
    assert pulse.answers(10)


def test_a_fault_is_no_answer() -> None:
    def ask() -> None:
        raise StoreGoneError

    assert not BackgroundCheck(ask).answers(10)
