//! One order, from the account to the certificate.

use std::path::PathBuf;
use std::time::Duration;

use instant_acme::{
    Account, AuthorizationHandle, AuthorizationStatus, ChallengeType, Identifier, NewAccount,
    NewOrder, Order, OrderStatus, RetryPolicy,
};
use tokio_rustls::rustls::ClientConfig;

use super::challenge::{Challenges, Kind, OpenAnswers};
use super::client::DirectoryClient;
use super::failure::{OrderError, is_type};
use super::store::{KeptAccount, Store};
use crate::config::Acme;

/// How long to wait for each of the authority's steps.
const RETRIES: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(90));

/// A key and a certificate, in PEM. Has no `Debug`, because of the key.
pub(super) struct Issued(pub(super) String);

/// The parts of an order that stay the same.
pub(super) struct Ordering<'a> {
    pub(super) acme: &'a Acme,
    pub(super) tls: &'a ClientConfig,
    pub(super) store: &'a Store,
    pub(super) challenges: &'a Challenges,
}

impl Ordering<'_> {
    /// Orders a certificate for all names, which are proven by `preferred` where the authority
    /// offers it.
    pub(super) async fn place(&self, preferred: Kind) -> Result<Issued, OrderError> {
        let account = self.account().await?;
        let names = self.acme.names.iter().cloned();
        let names: Vec<_> = names.map(Identifier::Dns).collect();
        let order = account.new_order(&NewOrder::new(&names)).await;
        let mut order = order.map_err(|error| self.account_error(error))?;
        let answers = self.challenges.begin();
        self.answer(&mut order, preferred, &answers).await?;
        match order.poll_ready(&RETRIES).await {
            Ok(OrderStatus::Ready) => {}
            result => return Err(unproven(&mut order, result.err()).await),
        }
        drop(answers);
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&RETRIES).await?;
        Ok(Issued(format!("{}\n{chain}", key.trim_end())))
    }

    /// The kept account, or a new one.
    async fn account(&self) -> Result<Account, OrderError> {
        let directory = self.acme.directory.to_string();
        let builder = Account::builder_with_http(Box::new(DirectoryClient::new(self.tls.clone())));
        let contacts: Vec<&str> = self.acme.contacts.iter().map(String::as_str).collect();
        let kept = self
            .store
            .account()
            .map_err(|error| self.store_error(error))?;
        if let Some(kept) = kept.filter(|kept| kept.directory == directory) {
            let account = builder.from_credentials(kept.credentials).await?;
            if kept.contacts != self.acme.contacts {
                self.change_contacts(&account, &contacts).await?;
            }
            return Ok(account);
        }
        let new = NewAccount {
            contact: &contacts,
            // The help of `--acme` has it.
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let (account, credentials) = builder.create(&new, directory.clone(), None).await?;
        self.keep(KeptAccount {
            directory,
            contacts: self.acme.contacts.clone(),
            credentials,
        })
        .await?;
        Ok(account)
    }

    async fn change_contacts(
        &self,
        account: &Account,
        contacts: &[&str],
    ) -> Result<(), OrderError> {
        let changed = account.update_contacts(contacts).await;
        changed.map_err(|error| self.account_error(error))?;
        let kept = self
            .store
            .account()
            .map_err(|error| self.store_error(error))?;
        let Some(mut kept) = kept else {
            return Ok(());
        };
        kept.contacts.clone_from(&self.acme.contacts);
        self.keep(kept).await
    }

    /// Writes the account, not on this thread, which serves visitors, too.
    async fn keep(&self, account: KeptAccount) -> Result<(), OrderError> {
        let store = self.store.clone();
        let kept = tokio::task::spawn_blocking(move || store.keep_account(&account)).await;
        let kept = kept.unwrap_or_else(|error| Err(error.into()));
        kept.map_err(|error| self.store_error(error))
    }

    fn store_error(&self, error: std::io::Error) -> OrderError {
        let path: PathBuf = self.acme.folder.clone();
        OrderError::Store { path, error }
    }

    /// An authority that has lost the account, or closed it, gets a new one at the next attempt.
    fn account_error(&self, error: instant_acme::Error) -> OrderError {
        if let instant_acme::Error::Api(problem) = &error
            && is_type(problem, "accountDoesNotExist")
        {
            // A file that stays is one more failed attempt.
            let _ = self.store.forget_account();
        }
        error.into()
    }

    /// Prepares the answers, and asks the authority to look.
    async fn answer(
        &self,
        order: &mut Order,
        preferred: Kind,
        answers: &OpenAnswers<'_>,
    ) -> Result<(), OrderError> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            // Proven by an earlier order.
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let name = name(&authorization);
            let kind = self.choose_kind(&authorization, preferred);
            let challenge = kind.and_then(|kind| {
                let challenge = authorization.challenge(challenge_type(kind))?;
                Some((kind, challenge))
            });
            let Some((kind, mut challenge)) = challenge else {
                return Err(OrderError::NoChallenge(name));
            };
            let proof = challenge.key_authorization();
            match kind {
                Kind::Http01 => answers.add_text(&challenge.token, proof.as_str()),
                Kind::TlsAlpn01 => answers.add_certificate(&name, proof.digest().as_ref())?,
            }
            challenge.set_ready().await?;
        }
        Ok(())
    }

    /// The preferred challenge if the authority offers it, else the other one.
    fn choose_kind(
        &self,
        authorization: &AuthorizationHandle<'_>,
        preferred: Kind,
    ) -> Option<Kind> {
        let offers = |kind: &Kind| {
            let wanted = challenge_type(*kind);
            let mut offered = authorization.challenges.iter();
            offered.any(|challenge| challenge.r#type == wanted)
        };
        [preferred, Kind::TlsAlpn01, Kind::Http01]
            .into_iter()
            .filter(|kind| *kind == Kind::TlsAlpn01 || self.acme.has_http)
            .find(offers)
    }
}

/// The reason why an order did not become ready: the authorization that failed has the details.
async fn unproven(order: &mut Order, error: Option<instant_acme::Error>) -> OrderError {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        // Without it, the state is the one from before the check.
        if authorization.refresh().await.is_err() {
            break;
        }
        if authorization.status != AuthorizationStatus::Invalid {
            continue;
        }
        let mut challenges = authorization.challenges.iter();
        let failed = challenges.find(|challenge| challenge.error.is_some());
        let is_http = failed.is_some_and(|one| one.r#type == ChallengeType::Http01);
        return OrderError::Unproven {
            name: name(&authorization),
            kind: match is_http {
                true => Kind::Http01,
                false => Kind::TlsAlpn01,
            },
            problem: failed.and_then(|challenge| challenge.error.clone()),
        };
    }
    let silent = instant_acme::Error::Str("the order is invalid, and no reason is given");
    error.unwrap_or(silent).into()
}

fn name(authorization: &AuthorizationHandle<'_>) -> String {
    authorization.identifier().to_string()
}

fn challenge_type(kind: Kind) -> ChallengeType {
    match kind {
        Kind::Http01 => ChallengeType::Http01,
        Kind::TlsAlpn01 => ChallengeType::TlsAlpn01,
    }
}
