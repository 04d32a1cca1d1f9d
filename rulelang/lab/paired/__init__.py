"""The same games under different rules: seeds and streams of chance are shared (`pairing`), so that what differs is due to the rules; what
follows from that, and how sure it is (`contrasts`); first in sentences (`verdict`)."""
