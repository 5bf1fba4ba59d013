"""A game at the terminal: the table, the news, one question at a time, and the commands of the person who plays."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from amyitis import rulebook
from amyitis.bots import Bot, ask
from amyitis.bots.bot import bot_name
from amyitis.drawing.garden_drawing import draw_garden
from amyitis.drawing.glyphs import COLOUR_NAMES, HEADING, QUIET, Plain, cube
from amyitis.drawing.table import WIDEST, render_table
from amyitis.errors import AmyitisError, Illegal
from amyitis.game import Event, Game
from amyitis.notation.tokens import TOKENS
from amyitis.rules.course.chance import draw_deal, shuffler
from amyitis.rules.questions import FIRST_DEAL

from .event_lines import tell, tell_end
from .questions import choices, explain, question_sentence
from .saving import write_file

WELCOME = """\
Amyitis in the terminal: an unofficial fan implementation of the board game.
Build the Hanging Gardens of Babylon; most prestige (★) at the end wins.
Recruit crafts for goods, temples, canals and camels; camels move the caravan.
In cities you pay goods to plant watered squares or to take cards of the Court.
Answer with a number or the word beside it; type ? to see what else you can do."""

HELP = """\
1, or merchant/2   play that choice; a part of the word is enough if only one choice has it (uruk, a1-b1)
why MOVE           why a move is not allowed now, for example: why go:Uruk
rule 6.3           read a clause of the rules; the numbers in brackets are clauses
table              show the table and the choices again
log, log all       the latest events, or all since the start
undo               take back your last decision and all that followed
save FILE.amy      write the game to a new file
quit               stop; a game played with --save or --resume is saved after every move
In a player's panel, "Goods 3/2" means: the player holds 3 goods and may keep 2 at the end of the round. "4 to favour"
means: 4 more tiles win Amyitis' favour. A canal has the names of the two squares beside it. "plant 1 / 2+palm" is a
plant card of quality 1; its other side has quality 2 and also asks for palm."""

LOG_LINES = 30


class Stopped(Exception):
    """The person ends the game here."""


@dataclass
class TerminalGame:
    """One game in progress at the terminal: who plays what, where it is saved, the news that were not shown yet."""

    game: Game
    humans: str
    bots: Mapping[str, Bot]
    headers: Mapping[str, str]
    save_to: Path | None = None
    console: Console = field(default_factory=lambda: Console(highlight=False))
    news: list[Event] = field(default_factory=list)
    table_is_old: bool = True

    def run(self) -> None:
        """Play to the end, or until the person stops or the input ends."""
        self._print(Text(WELCOME), Text(self._who_plays()))
        self.news = list(self.game.plies[-1].events) if self.game.plies else []
        try:
            while not self.game.is_over:
                self._go_on()
        except Stopped:
            self._say(f"You have stopped the game in round {self.game.round}. {self._where_saved()}")
        except EOFError:
            self._say(
                f"\nThe input has ended, so the game stops here in round {self.game.round}. {self._where_saved()}"
            )
        except KeyboardInterrupt:
            self._say(f"\nInterrupted in round {self.game.round}. {self._where_saved()}")
        else:
            self._show_table()
            self._tell_news()
            self._print(Text(), tell_end(self.game))

    def _who_plays(self) -> str:
        """Returns who is at the table, and the seed for those who want the same game again."""
        people = _list([COLOUR_NAMES[seat] for seat in self.humans])
        parts = [f"you play {people}"] if people else ["you watch"]
        for name in dict.fromkeys(map(bot_name, self.bots.values())):
            seats = [COLOUR_NAMES[seat] for seat, bot in self.bots.items() if bot_name(bot) == name]
            parts.append(_who_is(name, seats))
        parts += [f"seed {self.headers['Seed']}"] if "Seed" in self.headers else []
        parts += [f"saved in {self.save_to} after every move"] if self.save_to else []
        return f"In this game {'; '.join(parts)}."

    @property
    def _seed(self) -> int | None:
        """The seed of the game, where the record names one."""
        seed = self.headers.get("Seed", "")
        return int(seed) if seed.isdecimal() else None

    # Playing.

    def _go_on(self) -> None:
        """Do the next thing: ask a person, let an opponent choose, or deal."""
        seat, plies = self.game.seat, len(self.game.plies)
        if seat in self.humans:
            self._ask()
            return
        self.table_is_old = True
        if seat in self.bots:
            self.news += self.game.push_id(ask(self.bots[seat], self.game, self._seed))
            self._save()
        else:
            self._deal()
        if not self.humans and any(ply.is_deal for ply in self.game.plies[plies:]):
            self._pause()

    def _play(self, move: str) -> None:
        """Play a move, keep what it did for the telling, and save."""
        self.news += self.game.push(move)
        self._save()

    def _deal(self) -> None:
        """Deal for a game without a generator of its own; the deal follows from the position, whatever was undone."""
        deal = draw_deal(self.game.state, shuffler(int(self.game.hash, 16)))
        self.news += self.game.push_id(FIRST_DEAL + deal)
        self._save()

    def _pause(self) -> None:
        """Show a game without people round by round; wait where somebody sits at the terminal."""
        self._tell_news()
        self._show_table()
        if sys.stdin.isatty() and self._read("Enter for the next round, quit to stop: ") in ("quit", "q"):
            raise Stopped

    def _ask(self) -> None:
        """Ask the open question until it is answered, or until something makes it another one."""
        view, moves = self.game.view(), choices(self.game)
        if self.table_is_old or self.game.question == "action":
            self._show_table()
        elif self.game.question in ("dig", "plant"):
            self._print(Text(), draw_garden(view["garden"], self.game.seat))
        self._tell_news()
        name = COLOUR_NAMES[self.game.seat]
        self._print(Text(), Text.assemble(cube(self.game.seat), f" {name}: ", (question_sentence(view), "bold")))
        offered = Table.grid(padding=(0, 2, 0, 0))
        offered.add_column(justify="right")
        for number, move in enumerate(moves, 1):
            what = explain(self.game, view, move)
            offered.add_row(Text(str(number), style="bold"), Text(move, style=HEADING), Text(what))
        self._print(offered)
        while not self._answer(self._read(f"{name}> "), moves):
            pass

    def _answer(self, line: str, moves: list[str]) -> bool:
        """Follow what was typed; returns whether the question has to be looked at again."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self._say(f"Type a number from 1 to {len(moves)}, or ? for help.")
            case "?" | "help":
                self._print(Text(HELP))
            case "why":
                self._why(rest.strip(), moves)
            case "rule" | "rules":
                self._rule(rest.strip())
            case "log":
                self._log(everything=rest.strip() == "all")
            case "save":
                self._save_as(rest.strip())
            case "undo":
                return self._undo()
            case "table":
                self.table_is_old = True
                return True
            case "quit" | "exit" | "q":
                raise Stopped
            case _:
                return self._choose(line, moves)
        return False

    def _choose(self, line: str, moves: list[str]) -> bool:
        if line.isdecimal():
            if not 1 <= int(line) <= len(moves):
                self._say(f"There is no choice {line}: type a number from 1 to {len(moves)}.")
                return False
            line = moves[int(line) - 1]
        try:
            self._play(_as_token(line, moves))
        except Illegal as problem:
            self._say(_sentence(problem))
        except AmyitisError as problem:
            self._say(f"{_sentence(problem)} Type a number from 1 to {len(moves)}, or ? for help.")
        else:
            self.table_is_old = False
            return True
        return False

    # Commands.

    def _why(self, move: str, moves: list[str]) -> None:
        try:
            token = _as_token(move, moves)
            refusal = self.game.why_not(token)
        except AmyitisError as problem:
            self._say(_sentence(problem) if move else "Type why and a move, for example: why go:Uruk.")
            return
        if refusal:
            self._say(f"{token} is not allowed now: {refusal.missing} (rule {refusal.clause}).")
        else:
            self._say(f"{token} is allowed now.")

    def _rule(self, number: str) -> None:
        try:
            clause = rulebook.clause(number)
        except AmyitisError as problem:
            self._say(_sentence(problem))
            return
        title = Text.assemble((clause.number, HEADING), f"  {clause.title}")
        self._print(Panel(Text(clause.text), title=title, title_align="left"))

    def _log(self, *, everything: bool) -> None:
        lines = tell(self.game.events)
        self._print(*(lines if everything else lines[-LOG_LINES:]))

    def _undo(self) -> bool:
        mine = [place for place, ply in enumerate(self.game.plies) if ply.seat in self.humans]
        if not mine:
            self._say("There is no decision of yours to take back.")
            return False
        taken = self.game.plies[mine[-1]]
        while len(self.game.plies) > mine[-1]:
            self.game.undo()
        self.news, self.table_is_old = [], True
        self._save()
        self._say(f"Taken back: {COLOUR_NAMES[taken.seat]}'s {taken.token}.")
        return True

    def _save_as(self, name: str) -> None:
        path = Path(name).expanduser()
        if not name or path.exists():
            self._say(f"{path} exists already: choose another name." if name else "Type save and a name: save my.amy.")
            return
        try:
            write_file(path, self.game.record(self.headers))
        except AmyitisError as problem:
            self._say(_sentence(problem))
        else:
            self._say(f"Saved: go on any time with amyitis play --resume {name}.")

    def _save(self) -> None:
        if self.save_to is None:
            return
        try:
            write_file(self.save_to, self.game.record(self.headers))
        except AmyitisError as problem:
            self._say(_sentence(problem))

    def _where_saved(self) -> str:
        if self.save_to is None:
            return "It was not saved."
        return f"It is saved: go on with amyitis play --resume {self.save_to}."

    # Reading and printing.

    def _read(self, prompt: str) -> str:
        line = self.console.input(Text(prompt, style="bold")).strip()
        if not sys.stdin.isatty():
            self._say(line)
        return line

    def _show_table(self) -> None:
        self._print(Text(), render_table(self.game.view()))
        self.table_is_old = False

    def _tell_news(self) -> None:
        if self.news:
            self._print(Text("What happened:", style=QUIET), *tell(self.news))
        self.news = []

    def _say(self, sentence: str) -> None:
        self._print(Text(sentence))

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(Plain(part), width=min(self.console.width, WIDEST))


def _as_token(typed: str, moves: list[str]) -> str:
    """Returns what was typed as a token: capitals do not matter, and a part is enough if one move alone has it."""
    wanted = typed.strip().lower()
    for token in TOKENS:
        if token.lower() == wanted:
            return token
    for offered in (moves, TOKENS):
        meant = [move for move in offered if wanted in (move.lower().partition(":")[2], move.lower().partition("/")[0])]
        if len(meant) == 1:
            return meant[0]
    return typed


def _sentence(problem: AmyitisError) -> str:
    """Returns an error as a sentence with its full stop."""
    text = str(problem)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _who_is(bot: str, seats: list[str]) -> str:
    """Returns who plays some seats: chance, or a bot by its name."""
    if bot == "random":
        return f"{_list(seats)} {'chooses' if len(seats) == 1 else 'choose'} at random"
    return f"{bot} plays {_list(seats)}"


def _list(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
