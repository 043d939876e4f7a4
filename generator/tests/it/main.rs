//! Tests over real processes and real folders.

mod worker;
