//! The table `users`.

use contract::api::UserInfo;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AnyPool, Executor, Row};

use origin_ground::id;
use origin_ground::user::{Email, Name, Role, Roles, is_stand_in};

/// A person with an account.
#[derive(Clone, Debug)]
pub struct User {
    /// 128 random bits in hexadecimal.
    pub id: String,
    /// Address in lower case; a stand-in where the account has no mailbox.
    pub email: String,
    /// Display name; the person may change it.
    pub name: Name,
    /// All roles of the person.
    pub roles: Roles,
}

/// Roles from a row with `role` and `recipient`.
pub fn read_roles(row: &AnyRow) -> sqlx::Result<Roles> {
    let role: String = row.try_get("role")?;
    let rank = role.parse();
    let mut roles: Vec<Role> = vec![rank.map_err(|error| sqlx::Error::Decode(Box::new(error)))?];
    if row.try_get::<i64, _>("recipient")? == 1 {
        roles.push(Role::Recipient);
    }
    Ok(Roles::new(&roles))
}

impl User {
    /// A person from a row with `id`, `email`, `name`, `role` and `recipient`.
    pub fn read(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            email: row.try_get("email")?,
            name: Name::from_database(row.try_get("name")?),
            roles: read_roles(row)?,
        })
    }

    /// The part that the person may know.
    pub fn info(&self) -> UserInfo {
        UserInfo {
            name: self.name.as_str().to_owned(),
            email: match is_stand_in(&self.email) {
                true => String::new(),
                false => self.email.clone(),
            },
            roles: self.roles.all().map(|role| role.to_string()).collect(),
        }
    }
}

/// The id of the account of an address, if there is one.
pub async fn id(connection: &mut AnyConnection, email: &Email) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar("SELECT id FROM users WHERE email = $1")
        .bind(email.as_str())
        .fetch_optional(connection)
        .await
}

/// The id of the account of an address; an account is made, as a member, if there is none.
pub async fn find_or_create(
    connection: &mut AnyConnection,
    email: &Email,
    now: i64,
) -> sqlx::Result<String> {
    // The update changes no value; it is there because `DO NOTHING` returns no row.
    sqlx::query_scalar(
        "INSERT INTO users (id, email, name, role, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id",
    )
    .bind(id::random())
    .bind(email.as_str())
    .bind(Name::default_for(email).as_str().to_owned())
    .bind(Role::Member.as_str())
    .bind(now)
    .fetch_one(connection)
    .await
}

/// Makes an account for an address. `None` if it has one.
pub async fn create(
    connection: &mut AnyConnection,
    email: &Email,
    roles: Roles,
    now: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(
        "INSERT INTO users (id, email, name, role, recipient, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (email) DO NOTHING RETURNING id",
    )
    .bind(id::random())
    .bind(email.as_str())
    .bind(Name::default_for(email).as_str().to_owned())
    .bind(roles.highest().as_str())
    .bind(i64::from(roles.is_recipient()))
    .bind(now)
    .fetch_optional(connection)
    .await
}

/// Gives a person these roles and no others.
pub async fn set_roles(connection: &mut AnyConnection, id: &str, roles: Roles) -> sqlx::Result<()> {
    sqlx::query("UPDATE users SET role = $1, recipient = $2 WHERE id = $3")
        .bind(roles.highest().as_str())
        .bind(i64::from(roles.is_recipient()))
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Gives a person another name. False if the account is gone.
pub async fn rename<'c>(
    database: impl Executor<'c, Database = Any>,
    id: &str,
    name: &Name,
) -> sqlx::Result<bool> {
    let done = sqlx::query("UPDATE users SET name = $1 WHERE id = $2")
        .bind(name.as_str())
        .bind(id)
        .execute(database)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether an address has an account.
pub async fn exists(pool: &AnyPool, email: &Email) -> sqlx::Result<bool> {
    let row = sqlx::query("SELECT id FROM users WHERE email = $1")
        .bind(email.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(row.is_some())
}
