"""`review` and `analyse`: what a game teaches, and the evaluation of a position."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..options import BoxOption, JsonOption
from ..records import GameOption, read_record

if TYPE_CHECKING:
    from amyitis.analysis.shapes import Proven, Review, ReviewedMove, SeatSummary, Shares
    from amyitis.game import Game

LONG_VISITS = 1 << 30  # as long as there is time
STATES_A_SECOND = 40_000  # more than a tree takes
LEAST_STATES, MOST_STATES = 200_000, 1_200_000  # of the tree: up to some 4 GB, taken only as far as they are used
LONG_GROWTH = 1.1  # of the visits between two looks at the clock

LangOption = Annotated[str, typer.Option(metavar="LANG", help="The language of the reasons: en, de, cs or fr.")]
LevelOption = Annotated[
    str | None,
    typer.Option(metavar="LEVEL", help="Show win shares at this level of the bots, too: Scribe, 'Water carrier' ..."),
]


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE.amy", help="A game record.")],
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal reviews.")] = 0,
    lang: LangOption = "en",
    number: GameOption = None,
    level: LevelOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Review a game: what each move cost and why, and how much of the result was luck.

    Losses are those of strong play, whatever the level. --json adds the shares of the level as `level_shares`.
    """
    text = read_record(file, box, number)

    from rich.console import Console

    from amyitis.analysis.level_shares import check_level
    from amyitis.analysis.review.review import Reviewer
    from amyitis.analysis.shapes import rounded
    from amyitis.errors import Malformed
    from amyitis.game import Game
    from amyitis.rules import SEED_LIMIT

    check_language(lang)
    if seed >= SEED_LIMIT:
        raise Malformed(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    game = Game.from_record(text)
    if all(ply.is_deal for ply in game.plies):
        raise Malformed(f"{file} has no moves to review: nobody has decided anything in it")
    if level is not None:
        check_level(level, game.state)
    reviewer = Reviewer(game, seed)
    console = Console(stderr=True)
    with console.status("reviewing the game") as status:
        for review in reviewer.steps():
            status.update(f"decision {review.done} of {review.total}")
    review = reviewer.review
    powers = (level is not None and review.powers[level]) or []
    shares = [_at_level(each, power) for each, power in zip(review.shares, powers, strict=False)]
    if as_json:
        more = {} if level is None else {"level": level, "level_shares": rounded(shares)}
        print(json.dumps(review.as_dict() | more, ensure_ascii=False))
        return
    for line in review_lines(review, lang):
        print(line)
    if level is not None:
        print(*share_lines(game, review, level, shares), sep="\n")


def _at_level(shares: "Shares", power: float | None) -> "Shares":
    """Shares on the scale of a level of which enough is known."""
    from amyitis.analysis.level_shares import at_level

    return dict(zip(shares, at_level([*shares.values()], power or 1.0), strict=True))


def share_lines(game: "Game", review: "Review", level: str, shares: "list[Shares]") -> list[str]:
    """The win shares where each round begins, and at the end, in strong play and at a level."""
    plies = [place + 1 for place, ply in enumerate(game.plies) if ply.is_deal]
    rounds = [f"round {game.plies[place - 1].before.round_no + 1}" for place in plies]  # it begins with the deal
    lines = ["", f"Win shares in strong play, and among players like {level} (losses are those of strong play):"]
    for name, place in zip([*rounds, "end"], [*plies, len(shares) - 1], strict=True):
        lines.append(f"  {name}: {_points(review.shares[place])}; {level} {_points(shares[place])}")
    return lines


def _points(shares: "Shares") -> str:
    """Shares in points, by seat."""
    return ", ".join(f"{seat} {100 * share:.0f}" for seat, share in shares.items())


def check_language(lang: str) -> None:
    """Raise Malformed for a language that reasons are not written in."""
    from amyitis.errors import Malformed
    from amyitis.rulebook import LANGUAGES

    if lang not in LANGUAGES:
        raise Malformed(f"reasons are not written in {lang!r}: the languages are {', '.join(LANGUAGES)}")


def review_lines(review: "Review", lang: str) -> list[str]:
    """A review line by line."""
    from amyitis.analysis.review.reasons import reason_words

    names = {seat: reason_words()[lang][f"seat.{seat}"] for seat in review.seats}
    bounds, prestige_bounds = (
        ", ".join(f"{grade} from {points:.1f}" for grade, points in each.items())
        for each in (review.bounds, review.prestige_bounds)
    )
    lines = [
        f"{review.total} decisions. Points are points of win share: of how many in 100 games from here would be won.",
        f"Losses by the lower end of their 95 % interval: {bounds}.",
        f"Where a game is lost, they are losses of prestige against the best other: {prestige_bounds}.",
    ]
    if not review.trained_for_this_box:
        lines.append("The engine was not trained on this kind of game (box or supply): its figures are rough.")
    if not review.over:
        lines.append("The game is not over: the result is what the engine expects.")
    for move in review.decisions:
        if move.grade:
            lines += ["", *_loss_lines(move, names[move.seat], lang)]
    if not any(move.grade for move in review.decisions):
        lines += ["", "No move lost enough to be called an inaccuracy for sure."]
    lines += ["", "Result = skill + others' gifts + luck + not explained, in points beyond an even share:"]
    for seat_summary in review.summary:
        skill = f"{seat_summary.skill:+.1f} (margin {seat_summary.skill_margin:.1f})"
        parts = f"{skill} {seat_summary.gifts:+.1f} {seat_summary.luck:+.1f} {seat_summary.unexplained:+.1f}"
        lines.append(f"  {names[seat_summary.seat]}: {seat_summary.result:+.1f} = {parts}{_level_words(seat_summary)}")
    return lines


def _level_words(summary: "SeatSummary") -> str:
    if summary.mean_loss is None:
        return ""
    lost = f"; {summary.mean_loss:.2f} points lost a decision"
    if not summary.plays_like:
        return f"{lost}: too little to tell a level"
    return f"{lost}, like {' or '.join(summary.plays_like)}"


def _loss_lines(move: "ReviewedMove", name: str, lang: str) -> list[str]:
    from amyitis.analysis.review.grades import SHARE

    loss = move.loss
    points = f"{loss.points:.0f} points ({loss.low:.0f} to {loss.high:.0f})"
    prestige = f"{loss.prestige:.0f} prestige ({loss.prestige_low:.0f} to {loss.prestige_high:.0f})"
    by = f"{points} and {loss.prestige:+.1f} prestige" if move.scale == SHARE else prestige
    sureness = ", which is proven" if loss.proven else ""
    words = (
        f"Round {move.round}, ply {move.ply + 1}, {name}: {move.grade}. {move.played} was played, "
        f"{move.best} was better by {by}{sureness}."
    )
    return [
        words,
        f"  The engine's line: {' '.join(move.best_line)}",
        *(
            f"  {'For the move played: ' if reason.favours == 'played' else ''}{reason.text(lang)}"
            for reason in move.reasons
        ),
    ]


def analyse(
    position: Annotated[str, typer.Argument(help="A position in one line.")],
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="How long to search.")] = 2.0,
    level: LevelOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Evaluate a position, printing better and better results.

    --json prints one object per line; with --level it has the shares of the level as `level_wins`.
    """
    from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
    from amyitis.analysis.evaluation import evaluate
    from amyitis.analysis.level_shares import check_level
    from amyitis.analysis.shapes import rounded
    from amyitis.game import Game

    game = Game.from_position(position)
    if level is not None:
        check_level(level, game.state)
    until = None
    states = min(max(LEAST_STATES, round(STATES_A_SECOND * seconds)), MOST_STATES)
    for evaluation in evaluate(game, LONG_VISITS, NativeAnalyzer(states=states), growth=LONG_GROWTH):
        until = until or time.monotonic() + seconds  # loading does not count
        if as_json:
            wins = {} if level is None else _at_level(evaluation.wins, evaluation.powers[level])
            more = {} if level is None else {"level": level, "level_wins": rounded(wins)}
            print(json.dumps(evaluation.as_dict() | more, ensure_ascii=False), flush=True)
        if time.monotonic() >= until:
            break
    if as_json:
        return
    if not evaluation.trained_for_this_box:
        print("The engine was not trained on this kind of game (box or supply): its figures are rough.")
    if evaluation.proven is not None:
        print(proven_words(evaluation.proven))
    print(f"After {evaluation.visits} visits, of 100 games from here (and prestige at the end):")
    for seat in evaluation.seats:
        print(f"  {seat}: {100 * evaluation.wins[seat]:.0f} won, {evaluation.prestige[seat]:.1f} prestige")
    if level is not None:
        wins = _at_level(evaluation.wins, evaluation.powers[level])
        print(f"Among players like {level}: {_points(wins)} won. All other figures are those of strong play.")
    if evaluation.seat == "$":
        print("Nobody has to decide here: " + ("the game is over." if game.is_over else "a deal is due."))
        return
    for line in evaluation.lines:
        share, visits = f"{100 * line.wins[evaluation.seat]:.0f} for {evaluation.seat}", f"{line.visits} visits"
        sure = visits if evaluation.proven is None else "proven" if line.proven else f"not proven, {visits}"
        print(f"{line.move}: {share} ({sure}); {' '.join(line.line)}")


def proven_words(proof: "Proven") -> str:
    """A proof in words."""
    winners = [seat for seat, share in proof.most.items() if share > 0]
    if proof.least != proof.most:
        return f"Proven: {' or '.join(winners)} can win; somebody who cannot decides between them."
    score = "" if proof.prestige is None else f", {' to '.join(f'{points:.0f}' for points in proof.prestige.values())}"
    return f"Proven: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}{score}."
