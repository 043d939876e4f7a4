//! The table `sending_budgets`: the generic cell rate algorithm (GCRA) in one statement.
//!
//! A row's one number says when the whole budget is there again. Spending moves it one interval on,
//! from now or from where it is; it may not be so far ahead that more than the budget would be
//! spent.

use sqlx::{AnyConnection, AnyPool};

/// How many things may be sent.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Things that may be sent at once.
    pub size: i64,
    /// Seconds until one more thing may be sent.
    pub interval: i64,
}

/// Spends one thing of a budget. False if the budget is used up.
pub async fn spend(
    connection: &mut AnyConnection,
    key: &str,
    budget: Budget,
    now: i64,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO sending_budgets (budget, full_at) VALUES ($1, $2)
         ON CONFLICT (budget) DO UPDATE SET full_at = $3 +
             CASE WHEN sending_budgets.full_at > $4 THEN sending_budgets.full_at ELSE $4 END
         WHERE sending_budgets.full_at <= $5",
    )
    .bind(key)
    .bind(now + budget.interval)
    .bind(budget.interval)
    .bind(now)
    .bind(now + (budget.size - 1) * budget.interval)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Seconds until one can be spent.
pub async fn wait(
    connection: &mut AnyConnection,
    key: &str,
    budget: Budget,
    now: i64,
) -> sqlx::Result<i64> {
    let full_at: Option<i64> =
        sqlx::query_scalar("SELECT full_at FROM sending_budgets WHERE budget = $1")
            .bind(key)
            .fetch_optional(connection)
            .await?;
    Ok(full_at.map_or(0, |full_at| {
        full_at - now - (budget.size - 1) * budget.interval
    }))
}

/// Gives one back that was spent in vain.
pub async fn refund(pool: &AnyPool, key: &str, budget: Budget) -> sqlx::Result<()> {
    sqlx::query("UPDATE sending_budgets SET full_at = full_at - $1 WHERE budget = $2")
        .bind(budget.interval)
        .bind(key)
        .execute(pool)
        .await?;
    Ok(())
}
