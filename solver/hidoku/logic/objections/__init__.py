"""Why a number can't go in a cell: one class for each claim, in the order of effort."""
