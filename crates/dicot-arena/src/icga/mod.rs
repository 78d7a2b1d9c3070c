//! Clobber over TCP, as in the ICGA tournament of 2006.
