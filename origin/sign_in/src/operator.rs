//! Accounts and sessions, as an operator changes them.

use crate::rules::login;
use crate::store::accounts::{self, Account};
use crate::store::users;
use origin_ground::operator::{Operator, OperatorError, acts_table};
use origin_ground::user::{Email, Roles};

/// Every account, by address.
pub async fn list(operator: &Operator) -> Result<Vec<Account>, OperatorError> {
    Ok(accounts::list(operator.db.readers(), operator.clock.now()).await?)
}

/// The account of an address.
pub async fn get(operator: &Operator, email: &Email) -> Result<Account, OperatorError> {
    let mut accounts = list(operator).await?.into_iter();
    let account = accounts.find(|account| account.email == email.as_str());
    account.ok_or_else(|| unknown(email))
}

/// Gives an account these roles and no others.
pub async fn set_roles(
    operator: &Operator,
    email: &Email,
    roles: Roles,
) -> Result<(), OperatorError> {
    let id = id(operator, email).await?;
    operator.record("user role", &id, 1).await?;
    require_account(
        email,
        accounts::set_roles(operator.db.writers(), email, roles).await?,
    )
}

/// Makes an account for an address that has none.
pub async fn create(operator: &Operator, email: &Email, roles: Roles) -> Result<(), OperatorError> {
    let now = operator.clock.now();
    let mut transaction = operator.db.writers().begin().await?;
    let user = users::create(&mut transaction, email, roles, now).await?;
    let id = user.ok_or_else(|| OperatorError::KnownAddress(email.as_str().to_owned()))?;
    let act = operator.act("user create", &id, 1);
    acts_table::record(&mut *transaction, act, now).await?;
    Ok(transaction.commit().await?)
}

async fn id(operator: &Operator, email: &Email) -> Result<String, OperatorError> {
    let id = accounts::id(operator.db.readers(), email).await?;
    id.ok_or_else(|| unknown(email))
}

/// Ends all sessions of an account. Returns how many.
pub async fn revoke(operator: &Operator, email: &Email) -> Result<u64, OperatorError> {
    let id = id(operator, email).await?;
    operator.record("user revoke", &id, 1).await?;
    Ok(accounts::end_sessions(operator.db.writers(), &id).await?)
}

/// Ends all sessions of all accounts. Returns how many.
pub async fn revoke_all(operator: &Operator) -> Result<u64, OperatorError> {
    let accounts = accounts::count(operator.db.readers()).await?;
    operator
        .record("user revoke", "", accounts.unsigned_abs())
        .await?;
    Ok(accounts::end_all_sessions(operator.db.writers()).await?)
}

/// Removes an account and all that belongs to it.
pub async fn delete(operator: &Operator, email: &Email) -> Result<(), OperatorError> {
    let id = id(operator, email).await?;
    operator.record("user delete", &id, 1).await?;
    let deleted = accounts::delete(operator.db.writers(), email.as_str()).await?;
    require_account(email, deleted)
}

/// Begins a session for an address and returns its token, which is shown only once. The account
/// is made when it is missing; `roles`, if named, become its roles.
pub async fn create_session(
    operator: &Operator,
    email: &Email,
    roles: Option<Roles>,
) -> Result<String, OperatorError> {
    let token = login::grant(&operator.db, &operator.clock, email, roles).await?;
    // The caller gets the token after the log has its line.
    let id = id(operator, email).await?;
    operator.record("session create", &id, 1).await?;
    Ok(token.reveal())
}

fn require_account(email: &Email, found: bool) -> Result<(), OperatorError> {
    found.then_some(()).ok_or_else(|| unknown(email))
}

fn unknown(email: &Email) -> OperatorError {
    OperatorError::UnknownAddress(email.as_str().to_owned())
}
