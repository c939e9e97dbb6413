"""Proves the claims of `src/tests/claims.rs` from compiled unit tests, by symbolic execution with angr.

    python .ci/proofs.py TESTS NAME...   (`.ci/proofs` calls it)

A claim is a function of three numbers of 64 bits that returns whether it holds. Each path through it is
followed with numbers of which nothing is known. It is proven if all paths return, none of them panics,
and none can return anything but true: a solver (Z3) answers that for all numbers at once.
"""

import logging
import re
import sys
import time

import angr
import claripy

# What code that panics calls, by mangled names.
PANIC = re.compile(r"panic|expect_failed|unwrap_failed|_fail\b|_fail17h|handle_error|capacity_overflow|alloc_error")


class Panicked(angr.SimProcedure):
    """Ends a path in which the program panics."""

    NO_RET = True

    def run(self):
        self.state.globals["panicked"] = self.display_name
        self.exit(1)


def prove(project, address):
    """Returns the number of paths, and why the claim does not hold, if it does not."""
    numbers = [claripy.BVS(name, 64) for name in ("first", "second", "third")]
    options = {
        angr.options.SYMBOL_FILL_UNCONSTRAINED_MEMORY,
        angr.options.SYMBOL_FILL_UNCONSTRAINED_REGISTERS,
        # Where an address may be one of many, nothing is known of what is read there; one is not picked.
        angr.options.CONSERVATIVE_READ_STRATEGY,
        angr.options.CONSERVATIVE_WRITE_STRATEGY,
    }
    state = project.factory.call_state(address, add_options=options)
    state.regs.rdi, state.regs.rsi, state.regs.rdx = numbers
    paths = project.factory.simulation_manager(state)
    paths.run()
    if paths.errored:
        return 0, str(paths.errored[0].error)
    if left := [name for name, states in paths.stashes.items() if states and name != "deadended"]:
        return 0, f"some paths are {left[0]}"
    for end in paths.deadended:
        panicked = end.globals.get("panicked")
        is_false = () if panicked else (end.regs.al != 1,)
        if end.solver.satisfiable(extra_constraints=is_false):
            values = [end.solver.eval(number, extra_constraints=is_false) for number in numbers]
            return 0, f"{panicked or 'it is false'} for {', '.join(map(hex, values))}"
    return len(paths.deadended), "" if paths.deadended else "no path returns"


def main():
    logging.getLogger().setLevel(logging.CRITICAL)
    tests, *names = sys.argv[1:]
    project = angr.Project(tests, auto_load_libs=False)
    functions = [symbol for symbol in project.loader.main_object.symbols if symbol.is_function]
    for symbol in functions:
        if PANIC.search(symbol.name):
            project.hook(symbol.rebased_addr, Panicked(display_name=symbol.name), replace=True)
    fails = False
    for name in names:
        found = [symbol for symbol in functions if re.search(rf"6claims{len(name)}{name}(17h\w+E)?$", symbol.name)]
        assert len(found) == 1, f"{name}: {len(found)} functions"
        start = time.monotonic()
        paths, reason = prove(project, found[0].rebased_addr)
        seconds = time.monotonic() - start
        fails |= bool(reason)
        print(f"{name:30} {reason or f'proven: {paths} paths'}, {seconds:.0f} s", flush=True)
    sys.exit(fails)


if __name__ == "__main__":
    main()
