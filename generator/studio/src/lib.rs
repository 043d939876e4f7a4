//! Change sets: changes that editors made in the studio and that are not published yet.
//!
//! A change set has a name, an author and changed files. Each file is kept with the version that
//! the change started from, so that a change of the same file by another way, a text editor or
//! another change set, is noticed before anything is written.
//!
//! ```text
//! <var>/studio/publishing.json          publications that have begun
//! <var>/studio/sets/<id>/set.json        name, author, state, schedule
//! <var>/studio/sets/<id>/files/<path>    the new version of content/<path>
//! <var>/studio/sets/<id>/removed/<path>  content/<path> is to be removed
//! <var>/studio/sets/<id>/base/<path>     content/<path> as it was when the change began
//! <var>/studio/sources/<hash>            a text that a kept build was made of
//! ```
//!
//! A file is written beside its place and renamed, so a process that is killed leaves the old
//! version or the new one.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | [`repository`] | change sets in git |
//! | [`publishing`] | writing change sets to `content/`, all of them or none |
//! | [`merge`] | two changes of one text, joined |
//! | [`translations`] | translations that are older than their original |
//! | [`sources`] | the texts that builds were made of |
//! | [`change_sets`] | change sets on disk |
//! | [`change_set`] | one change set: its facts |
//! | [`audit`] | the log of acts |
//! | [`source_path`] | paths that the studio may write |

pub mod audit;
pub mod change_set;
pub mod change_sets;
pub mod merge;
pub mod publishing;
pub mod repository;
pub mod source_path;
pub mod sources;
pub mod translations;

pub use change_set::{ChangeSet, Schedule, SetId, State};
pub use change_sets::{ChangeSets, ChangedFile, SetError};
pub use repository::Repository;
pub use source_path::{NotASource, SourcePath};
pub use sources::Sources;
