"""Simulates many nodes, and compares what repeats with the arithmetic of docs/internals/scale.md.

    scale.py            compare, and check the figures of the page; exits with 1 where they differ
    scale.py --write    write the figures into docs/internals/scale.md and docs/internals/scale.svg

    SCALE_SEED   of the simulation (9562, with which the page was written)
    SCALE_RUNS   of each trial (4000)
"""

import os
import sys
import time

import page
import trials

SEED, RUNS = 9562, 4000


def line(name, *cells):
    return f"{name:90}" + "".join(f"{cell:>16}" for cell in cells)


def show(result):
    print(line(result.trial.name, f"{result.trial.pairs:.4g}",
               f"{result.pairs:.4g} +- {result.error:.2g}", f"{result.sigma:+.1f}",
               f"{result.share:.3f}", f"{result.share_sigma:+.1f}",
               f"{result.mistake_sigma:+.0f}"), flush=True)


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    seed = int(os.environ.get("SCALE_SEED") or SEED)
    runs = int(os.environ.get("SCALE_RUNS") or RUNS)
    print(f"seed {seed}, {runs} runs of each trial: pairs of equal UUIDs in a run, and the share "
          "of the runs with any")
    print(line("", "arithmetic", "simulation", "sigma", "share", "sigma", "mistake"))
    results, problems, begun = [], [], time.monotonic()
    for trial in trials.trials():
        result = trials.judge(trial, trials.simulate(trial, runs, seed))
        show(result)
        results.append(result)
        problems += result.problems()
    print(f"{len(results)} trials, {time.monotonic() - begun:.0f} s")
    if sys.argv[1:]:
        page.write(results)
    problems += [f"scale.md has other figures: {name}" for name in page.differences()]
    if (seed, runs) == (SEED, RUNS) and page.shown("simulation") != list(page.simulated(results)):
        print("scale.md shows another run of the simulation")
    for problem in problems:
        print(f"FAILED: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
