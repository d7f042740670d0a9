"""The table of the mutants that survive fits the core as it is."""

from harness import table
from on_demand.mutants import KNOWN, every_mutant


def test_every_row_fits_one_mutant():
    """A row whose line was changed is stale: mutants.py --list prints the present keys."""
    mutants = [mutant.key for mutant in every_mutant()]
    assert len(mutants) == len(set(mutants))
    rows = [tuple(cells[:3]) for _, cells in table(KNOWN)]
    assert len(rows) == len(set(rows))
    assert not set(rows) - set(mutants)
