// Written by `npm run api:types` from origin/openapi.json; never by hand.

export interface paths {
    "/api/web/system-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Titles and descriptions of the site's pages.
         * @description The SEO settings of every path in the language asked for, else in the site's default one. The
         *     generator asks for them once per language and build, and publishes nothing while the answer is
         *     missing.
         */
        get: operations["systemConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/web/protocol-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The agreements that a visitor accepts.
         * @description Key, version and page of each, in the language asked for. A login names exactly these keys and
         *     versions; a text that changes is a new version.
         */
        get: operations["protocolConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/common/captcha": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A captcha to answer.
         * @description A picture of five characters, or with `kind=audio` a recording of five digits for who cannot see
         *     it. It can be answered once, right or wrong, within ten minutes, in upper or lower case. Asking
         *     for one changes nothing: what there is to know of it is sealed in `captchaId`. A client may ask
         *     for 60 at once, then for one every two seconds.
         */
        get: operations["captcha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/common/send-email-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a sign-in code by e-mail.
         * @description Six digits, good for ten minutes and five tries, in the language of the request. The code
         *     belongs to the browser that asks, by its header `uuid`: nobody else's requests replace it and
         *     nobody else's tries use it up.
         *
         *     The answer is the same, and takes the same time, whether or not the address has an account or
         *     may make one. Another code may be asked for after 60 s. One address is sent 10 at once and then
         *     one an hour, and as many again by each browser that has signed in as it before (header
         *     `fronted-uuid`). A client may ask for 20 at once, then for one every twelve seconds.
         *
         *     The captcha is used up by this call, whatever the answer, unless it is 400 for the address or
         *     the body, 413, 415, or 429 for too many calls. While e-mail cannot be sent, everyone gets 503,
         *     whatever the address.
         */
        post: operations["sendEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchanges a code for a session.
         * @description The account of an address is made when it signs in for the first time, if the rule of
         *     registration allows; if it does not, the answer is that for a wrong code. `agreements` names
         *     exactly the keys and versions that `protocolConfig` answers for the same `language`; they are
         *     recorded with the account.
         *
         *     Every try counts, right or wrong, five per code. A session whose token comes with the call ends
         *     when the new one begins. The token is told here once; it is good for 30 days. A client may make
         *     40 calls at once, then one every six seconds.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The person who is signed in. */
        get: operations["userInfo"];
        /**
         * Changes the display name.
         * @description 1 to 64 characters, counted without the spaces at the ends; no control characters. Until it is
         *     changed, the name is the part of the address before the @.
         */
        put: operations["rename"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The person's sessions, newest first. */
        get: operations["sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends one of the person's sessions.
         * @description It may be the one that asks. Somebody else's session is as unknown as one that never was.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the session.
         * @description The token is worthless from here on; other sessions go on.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes the account.
         * @description With it go its sessions, the agreements it accepted, the browsers it was known by, and codes on
         *     their way to its address. Signing in with the address again makes a new account.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document. */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description `data` of `GET /api/common/captcha`: a picture, or a recording for who cannot see one. */
        Captcha: {
            /** @description Names the captcha in the call that answers it. */
            captchaId: string;
            /** @description `data:image/png;base64,…` */
            image?: string;
            /** @description `data:audio/wav;base64,…` */
            audio?: string;
            /**
             * Format: int64
             * @description Seconds that it can be answered.
             */
            expiresIn: number;
        };
        /**
         * @description `data` of `POST /api/common/send-email-code`. The same whether or not the address has an
         *     account.
         */
        CodeSent: {
            /**
             * Format: int64
             * @description Seconds until another code may be asked for.
             */
            resendAfter: number;
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Captcha: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `GET /api/common/captcha`: a picture, or a recording for who cannot see one. */
            data: {
                /** @description Names the captcha in the call that answers it. */
                captchaId: string;
                /** @description `data:image/png;base64,…` */
                image?: string;
                /** @description `data:audio/wav;base64,…` */
                audio?: string;
                /**
                 * Format: int64
                 * @description Seconds that it can be answered.
                 */
                expiresIn: number;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_CodeSent: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /**
             * @description `data` of `POST /api/common/send-email-code`. The same whether or not the address has an
             *     account.
             */
            data: {
                /**
                 * Format: int64
                 * @description Seconds until another code may be asked for.
                 */
                resendAfter: number;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Nothing: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            data: null;
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Option_Refusal: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            data: null | {
                /** @description The field of the request that a person can put right. */
                field?: components["schemas"]["Field"];
                /**
                 * Format: int64
                 * @description Seconds until the call may be tried again, as in the header `Retry-After`.
                 */
                retryAfter?: number;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Refusal: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of an answer that is not 200, where there is something to know. */
            data: {
                /** @description The field of the request that a person can put right. */
                field?: components["schemas"]["Field"];
                /**
                 * Format: int64
                 * @description Seconds until the call may be tried again, as in the header `Retry-After`.
                 */
                retryAfter?: number;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_SignedIn: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `POST /api/auth/login`. The gateway takes the token out and sets cookies instead. */
            data: {
                /** @description Opens the session, as `Authorization: Bearer <token>`; told this once. */
                token: string;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_UserInfo: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `GET /api/auth/user-info`. */
            data: {
                /** @description Display name. */
                name: string;
                /** @description The address that signed in. */
                email: string;
                /** @description `member`, `editor`. */
                roles: string[];
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Vec_Protocol: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            data: {
                /** @description `terms` or `privacy`. */
                key: string;
                /** @description For people. */
                title: string;
                /** @description Hash of the text: a changed text is a new version. */
                version: string;
                /**
                 * Format: date
                 * @description Date of the text: `2026-06-01`.
                 */
                updatedAt: string;
                /** @description Path of the page, with the locale's prefix. */
                path: string;
            }[];
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Vec_Session: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            data: {
                /** @description Names the session in `DELETE /api/auth/sessions/{id}`; opens nothing. */
                id: string;
                /** @description Browser and system that signed in, `Chrome · Android`; empty where they are not known. */
                device: string;
                /**
                 * Format: date-time
                 * @description When it began: `2026-11-21T03:04:05Z`.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it ends by itself.
                 */
                expiresAt: string;
                /** @description Whether it is the one that asks. */
                current: boolean;
            }[];
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Vec_SystemConfigEntry: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            data: {
                /** @description Unprefixed path: `/about`. */
                path: string;
                /** @description Its settings. */
                seoConfig: components["schemas"]["SeoConfig"];
            }[];
        };
        /**
         * @description A field that a refusal is about.
         * @enum {string}
         */
        Field: "email" | "captcha" | "code" | "agreements" | "name";
        /** @description Body of `POST /api/auth/login`. */
        LoginRequest: {
            /**
             * @description The address that the code was sent to.
             * @example ann@example.com
             */
            email: string;
            /**
             * @description The code; spaces are ignored.
             * @example 123456
             */
            code: string;
            /**
             * @description Key of each agreement → the version that was accepted, both from `GET
             *     /api/web/protocol-config`.
             */
            agreements: {
                [key: string]: string;
            };
        };
        Nothing: null;
        /** @description One element of `GET /api/web/protocol-config`: an agreement that a visitor accepts at sign-in. */
        Protocol: {
            /** @description `terms` or `privacy`. */
            key: string;
            /** @description For people. */
            title: string;
            /** @description Hash of the text: a changed text is a new version. */
            version: string;
            /**
             * Format: date
             * @description Date of the text: `2026-06-01`.
             */
            updatedAt: string;
            /** @description Path of the page, with the locale's prefix. */
            path: string;
        };
        /** @description `data` of an answer that is not 200, where there is something to know. */
        Refusal: {
            /** @description The field of the request that a person can put right. */
            field?: components["schemas"]["Field"];
            /**
             * Format: int64
             * @description Seconds until the call may be tried again, as in the header `Retry-After`.
             */
            retryAfter?: number;
        };
        /** @description Body of `PUT /api/auth/user-info`. */
        RenameRequest: {
            /**
             * @description The display name from now on: not only spaces, no control characters, and none that turn the
             *     direction of text.
             * @example Ann Lee
             */
            name: string;
        };
        /** @description Body of `POST /api/common/send-email-code`. */
        SendCodeRequest: {
            /**
             * @description Where the code goes.
             * @example ann@example.com
             */
            email: string;
            /** @description The captcha that is answered. */
            captchaId: string;
            /**
             * @description The characters that it shows or says, in upper or lower case.
             * @example K3XWA
             */
            captcha: string;
        };
        /** @description SEO settings of one path in one language. */
        SeoConfig: {
            /** @description The whole `<title>`. */
            title: string;
            /** @description `<meta name="description">`. */
            description: string;
            /** @description `<meta name="keywords">`. */
            keywords?: string;
            /** @description Sharing image: path on the site or absolute URL. */
            image?: string;
            /** @description Keep out of search engines. */
            noindex?: boolean;
        };
        /** @description One element of `GET /api/auth/sessions`. */
        Session: {
            /** @description Names the session in `DELETE /api/auth/sessions/{id}`; opens nothing. */
            id: string;
            /** @description Browser and system that signed in, `Chrome · Android`; empty where they are not known. */
            device: string;
            /**
             * Format: date-time
             * @description When it began: `2026-11-21T03:04:05Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description Whether it is the one that asks. */
            current: boolean;
        };
        /** @description `data` of `POST /api/auth/login`. The gateway takes the token out and sets cookies instead. */
        SignedIn: {
            /** @description Opens the session, as `Authorization: Bearer <token>`; told this once. */
            token: string;
        };
        /** @description One element of `GET /api/web/system-config`: the SEO settings of one unprefixed path. */
        SystemConfigEntry: {
            /** @description Unprefixed path: `/about`. */
            path: string;
            /** @description Its settings. */
            seoConfig: components["schemas"]["SeoConfig"];
        };
        /** @description `data` of `GET /api/auth/user-info`. */
        UserInfo: {
            /** @description Display name. */
            name: string;
            /** @description The address that signed in. */
            email: string;
            /** @description `member`, `editor`. */
            roles: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    systemConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description Hash of the origin data to answer from, instead of the live build's. The generator sends it; a backend of another kind ignores it. */
                "portico-origin-data"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per path. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_SystemConfigEntry"];
                };
            };
            /** @description `portico-origin-data` is no hash. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description `portico-origin-data` names no data. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    protocolConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description Hash of the origin data to answer from, instead of the live build's. The generator sends it; a backend of another kind ignores it. */
                "portico-origin-data"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One element per agreement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_Protocol"];
                };
            };
            /** @description `portico-origin-data` is no hash. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description `portico-origin-data` names no data. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    captcha: {
        parameters: {
            query?: {
                /** @description For the eye or for the ear; `image` if it is missing. */
                kind?: "image" | "audio";
            };
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `image` or `audio`, whichever was asked for, and never both. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Captcha"];
                };
            };
            /** @description There is no such kind. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Too often, by this client or for this address. */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    sendEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description Random id of a visitor's browser, forgotten at sign-in. The code that was asked for with it can be used with it only; clients without an id share their codes and tries. */
                uuid?: string;
                /** @description Random id that the browser keeps. One that signed in is known by it, and has a budget of codes of its own. */
                "fronted-uuid"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendCodeRequest"];
            };
        };
        responses: {
            /** @description A code is on its way, if the address may sign in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CodeSent"];
                };
            };
            /** @description The body is malformed; or, with `field`: `email` is no address, `captcha` is wrong, used or expired. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body is larger than 16 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The content type is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Too often, by this client or for this address. */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description Random id of a visitor's browser, forgotten at sign-in. The code that was asked for with it can be used with it only; clients without an id share their codes and tries. */
                uuid?: string;
                /** @description Random id that the browser keeps. One that signed in is known by it, and has a budget of codes of its own. */
                "fronted-uuid"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Signed in. The gateway takes the token out, sets cookies, and answers the person as in `userInfo`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SignedIn"];
                };
            };
            /** @description The body is malformed; or, with `field`: `email` is no address, `code` is wrong, used, expired or burnt. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description `agreements` is not what is in force now; `field` is `agreements`. The code has not been tried. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description The body is larger than 16 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The content type is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Too often, by this client or for this address. */
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    userInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person whose session it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UserInfo"];
                };
            };
            /** @description No token, or one whose session has ended. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    rename: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameRequest"];
            };
        };
        responses: {
            /** @description The person with the new name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UserInfo"];
                };
            };
            /** @description The body is malformed, or the name is no name (`field` is `name`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description No token, or one whose session has ended. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body is larger than 16 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The content type is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    sessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At least the one that asks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_Session"];
                };
            };
            /** @description No token, or one whose session has ended. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path: {
                /** @description The session's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description No token, or one whose session has ended. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The person has no such session. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description No token, or one whose session has ended. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no such account any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description No token, or one whose session has ended. */
            401: {
                headers: {
                    "WWW-Authenticate"?: "Bearer";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The path has no call with this method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A fault of the server's. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: nothing is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1, without an envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
}
