"""What the compiled engine puts in place of `engine/products.py`: loops over vectors, in the words of LLVM.

Their vectors are as wide as those of the widest processors; LLVM splits them for others. Two things depend on the
processor, and each is a function by itself, so that a compiler for another processor can exchange it
(`building/web_assembly/wrapping.py`):

- `multiply_pairs`: LLVM makes `vpdpwssd` or `pmaddwd` of it for x86-64, and `smull` for arm64; for WebAssembly it does
  not see that there is an instruction.
- `vectors_at_once`: how many vectors of sums fit into the registers, 2, 4 or 16. With fewer, a processor that begins a
  product before the one before is done waits for sums.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils as untyped
from numba.extending import intrinsic

from amyitis.engine.products import LANES

MULTIPLY_PAIRS, VECTORS_AT_ONCE = "multiply_pairs", "vectors_at_once"
FEW, MANY, MOST = 2, 4, 16
ROWS_AT_ONCE = 4
SHORT, WHOLE, WORD = ir.IntType(16), ir.IntType(32), ir.IntType(64)
PAIRS = ir.VectorType(SHORT, 2 * LANES)
PRODUCTS = ir.VectorType(WHOLE, 2 * LANES)
SUMS = ir.VectorType(WHOLE, LANES)

Value = Any
cgutils: Any = untyped


@intrinsic
def add_products(
    typing_context: Any, sums: Any, target: Any, weights: Any, first: Any, inputs: Any, source: Any, pairs: Any,
    count: Any,
) -> tuple[Any, Callable[..., Any]]:  # fmt: skip
    """For one row and some pairs: as many columns at once as there are registers for."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        given = _Arguments(context, builder, signature, args)
        outputs, listed, many = given.width(0), given.array(6).data, given.number(7)
        row, inputs = given.row(0, given.number(1)), given.row(4, given.number(5))
        weights = builder.gep(given.array(2).data, [given.number(3)])

        def block(columns: int, at: Value) -> None:
            tile = _Tile(builder, builder.mul(outputs, _word(2)), [inputs])
            places = [builder.add(at, _word(LANES * column)) for column in range(columns)]
            own = [builder.gep(weights, [builder.shl(place, _word(1))]) for place in places]
            tile.add([builder.gep(row, [place]) for place in places], own, many, listed)

        for vectors in _vectors_at_once(builder):
            _in_blocks(builder, outputs, LANES, vectors, block)
        return context.get_dummy_value()

    return types.void(sums, target, weights, first, inputs, source, pairs, count), generate


@intrinsic
def add_all_products(
    typing_context: Any, sums: Any, target: Any, outputs: Any, weights: Any, first: Any, inputs: Any, used: Any,
    count: Any,
) -> tuple[Any, Callable[..., Any]]:  # fmt: skip
    """For all pairs: as many rows at once as there are registers for, so that each weight is fetched once for them."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        given = _Arguments(context, builder, signature, args)
        used, target = given.number(6), given.number(1)
        weights = builder.gep(given.array(3).data, [given.number(4)])

        def block(columns: int, column: Value, rows: int, first: Value) -> None:
            numbers = [builder.add(first, _word(row)) for row in range(rows)]
            places = [builder.add(column, _word(LANES * i)) for i in range(columns)]
            sums = [
                builder.gep(given.row(0, builder.add(target, number)), [place])
                for number in numbers
                for place in places
            ]
            own = [builder.gep(weights, [builder.mul(place, used)]) for place in places]
            tile = _Tile(builder, _word(2 * LANES), [given.row(5, number) for number in numbers])
            tile.add(sums, own, builder.lshr(used, _word(1)), None)

        def block_of_columns(rows: int, columns: int, column: Value) -> None:
            _in_blocks(builder, given.number(7), 1, rows, lambda many, first: block(columns, column, many, first))

        for vectors in _vectors_at_once(builder):
            rows = min(vectors, ROWS_AT_ONCE)
            _in_blocks(builder, given.number(2), LANES, vectors // rows, partial(block_of_columns, rows))
        return context.get_dummy_value()

    return types.void(sums, target, outputs, weights, first, inputs, used, count), generate


class _Arguments:
    """What an intrinsic is given, as LLVM has it."""

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self._context, self._builder = context, builder
        self._types, self._values = signature.args, args

    def array(self, place: int) -> Any:
        """An array."""
        return self._context.make_array(self._types[place])(self._context, self._builder, self._values[place])

    def number(self, place: int) -> Value:
        """A whole number of 64 bits."""
        return self._context.cast(self._builder, self._values[place], self._types[place], types.int64)

    def width(self, table: int) -> Value:
        """How many numbers are in a row of a table."""
        return cgutils.unpack_tuple(self._builder, self.array(table).shape)[1]

    def row(self, table: int, row: Value) -> Value:
        """Where a row of a table begins."""
        return self._builder.gep(self.array(table).data, [self._builder.mul(row, self.width(table))])


class _Tile:
    """Sums that stay in registers while products are added: those of some rows and some vectors of each."""

    def __init__(self, builder: Any, stride: Value, inputs: list[Value]) -> None:
        self._builder, self._stride = builder, stride
        self._inputs = [_as(builder, address, WHOLE) for address in inputs]

    def add(self, sums: list[Value], weights: list[Value], count: Value, listed: Value | None) -> None:
        """Add the products of so many pairs, the listed or the first; the weights of the next lie a stride further."""
        builder = self._builder
        places = [_as(builder, address, SUMS) for address in sums]
        held = [cgutils.alloca_once(builder, SUMS) for _ in places]  # LLVM makes registers of them
        for place, total in zip(places, held, strict=True):
            builder.store(builder.load(place, align=4), total)
        with _steps(builder, _word(0), count, 1) as k:
            pair = k if listed is None else builder.load(builder.gep(listed, [k]))
            at = builder.mul(pair, self._stride)
            own = [builder.load(_as(builder, builder.gep(address, [at]), PAIRS), align=2) for address in weights]
            both = [
                _everywhere(builder, builder.load(builder.gep(address, [pair]), align=2)) for address in self._inputs
            ]
            products = [_multiply_pairs(builder, weight, pairs) for pairs in both for weight in own]
            for total, product in zip(held, products, strict=True):
                builder.store(builder.add(builder.load(total), product), total)
        for place, total in zip(places, held, strict=True):
            builder.store(builder.load(total), place, align=4)


def _in_blocks(builder: Any, count: Value, size: int, most: int, block: Callable[[int, Value], None]) -> None:
    """Go through things of a size, so many at once; then those that are left, half as many at once, and so on."""
    start = _word(0)
    while most:
        stop = builder.add(start, builder.and_(builder.sub(count, start), _word(-most * size)))
        with _steps(builder, start, stop, most * size) as at:
            block(most, at)
        start, most = stop, most // 2


@contextmanager
def _steps(builder: Any, start: Value, stop: Value, step: int) -> Iterator[Value]:
    """A loop."""
    with cgutils.for_range_slice(builder, start, stop, _word(step), WORD) as (at, _):
        yield at


def _word(value: int) -> Value:
    return ir.Constant(WORD, value)


def _as(builder: Any, place: Value, kind: Any) -> Value:
    """The same place as that of another type."""
    return builder.bitcast(place, kind.as_pointer())


def _everywhere(builder: Any, both: Value) -> Value:
    """A pair of inputs in every lane."""
    nothing = ir.Constant(SUMS, ir.Undefined)
    once = builder.insert_element(nothing, both, ir.Constant(WHOLE, 0))
    return builder.bitcast(builder.shuffle_vector(once, nothing, _order([0] * LANES)), PAIRS)


def _order(places: list[int]) -> Value:
    return ir.Constant(ir.VectorType(WHOLE, len(places)), places)


def _multiply_pairs(builder: Any, weights: Value, inputs: Value) -> Value:
    """For each lane, the sum of the two products."""

    def define(inner: Any, function: Any) -> None:
        products = inner.mul(*(inner.sext(argument, PRODUCTS) for argument in function.args))
        even, odd = (
            inner.shuffle_vector(products, products, _order([2 * lane + i for lane in range(LANES)])) for i in (0, 1)
        )
        inner.ret(inner.add(even, odd))

    return builder.call(
        _function(builder, MULTIPLY_PAIRS, ir.FunctionType(SUMS, [PAIRS, PAIRS]), define), [weights, inputs]
    )


def _vectors_at_once(builder: Any) -> Iterator[int]:
    """Each number of vectors of sums for which code is built; LLVM drops all but that of the processor."""
    features = binding.get_host_cpu_features()
    here = MOST if features.get("avx512f") else MANY
    if binding.get_process_triple().startswith("x86_64") and not features.get("avx2"):
        here = FEW  # where they are short and few
    kind = ir.FunctionType(WORD, [])
    function = _function(builder, VECTORS_AT_ONCE, kind, lambda inner, _: inner.ret(_word(here)))
    held = builder.call(function, [])
    for vectors in (FEW, MANY, MOST):
        with builder.if_then(builder.icmp_signed("==", held, _word(vectors))):
            yield vectors


def _function(builder: Any, name: str, kind: Any, define: Callable[[Any, Any], None]) -> Any:
    """A function of the module that is taken in wherever it is called."""
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, kind, name)
        function.linkage = "linkonce_odr"
        function.attributes.add("alwaysinline")
        define(ir.IRBuilder(function.append_basic_block()), function)
    return function
