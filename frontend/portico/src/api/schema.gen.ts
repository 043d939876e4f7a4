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
         * @description The SEO settings of every path in the requested language, else in the site's default one. The
         *     generator requests them once per language and build, and does not publish without them.
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
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of the site that answer a question.
         * @description Words match in every form, Chinese in any segmentation, also with typos and in pinyin; a
         *     question has no operators. The search covers the public pages of the live build in the language
         *     of the request, and other languages if that has no hits. Until the first index is ready, the
         *     answer is
         *     503. A client may make 240 calls at once, then four a second.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The assistant's ways of answering. */
        get: operations["assistant"];
        put?: never;
        /**
         * An answer to the last message of a conversation, from pages of the site.
         * @description The stream has an event `citations` (a list of `Citation`), then `delta` (`Delta`) for each
         *     sentence of a model, and `done` (`Done`) last; lines that begin with a colon are signs of life.
         *     A stream that ends without `done` broke off. A client may ask 20 questions at once, then one in
         *     6 s, and have 8 answers on their way. The body may have 256 KB.
         */
        post: operations["chat"];
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
         * @description A picture of five characters, or with `kind=audio` a recording of five digits. It can be
         *     answered once, right or wrong, within ten minutes, in upper or lower case. A request for one
         *     stores no data: its state is sealed in `captchaId`. A client may ask for 60 at once, then for
         *     one every two seconds.
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
         * @description Six digits, valid for ten minutes and five tries, in the language of the request. The code
         *     belongs to the requesting browser, by its header `uuid`: requests and tries of other browsers do
         *     not affect it.
         *
         *     The answer is the same, and takes the same time, whether or not the address has an account or
         *     may make one. Another code may be asked for after 60 s. One address is sent 10 at once and then
         *     one an hour, and as many again by each browser that has signed in as it before (header
         *     `fronted-uuid`). A client may ask for 20 at once, then for one every twelve seconds. A 429 with
         *     `field` `code` means that the last code is good and on its way.
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
         *     Every try counts, right or wrong, five per code. The session of the call's token ends when the
         *     new one begins. The token is sent only here; it is valid for 30 days. A client may make
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
        /** The signed-in person. */
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
         * @description It may be the session of the call. A session of another person is answered like an unknown one.
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
    "/api/message/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begins an upload of a file for a message.
         * @description By tus 1.0.0: `Upload-Length` has the bytes of the file, `Upload-Metadata` the pairs `form` (the
         *     form's key) and `filename`. The answer's `Location` is the upload's address, whose last segment
         *     is the id for the message; a client with this id may continue the upload. It is kept for a day.
         *     A client may have twenty at once.
         */
        post: operations["beginUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/uploads/{id}": {
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
         * Gives an upload up.
         * @description The bytes that have come are removed.
         */
        delete: operations["endUpload"];
        options?: never;
        /**
         * How far an upload has come.
         * @description A request that still waits for bytes of this upload is ended.
         */
        head: operations["uploadProgress"];
        /**
         * Continues an upload.
         * @description The body is bytes of the file from `Upload-Offset` on, which must be where the upload stopped.
         *     They are written to disk as they arrive, so after a break the next request continues there.
         */
        patch: operations["continueUpload"];
        trace?: never;
    };
    "/api/message/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The state of a message.
         * @description The confirmation's link has the token. It opens number, form, time, state and the file's name,
         *     but no answers.
         */
        post: operations["messageState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a message back.
         * @description The answers and the file are deleted for good. A second call gets the same answer. The message's
         *     key stays in use: a repeated message is still this one.
         */
        post: operations["withdrawMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/{form}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message.
         * @description `fields` has an answer for each question of the form, under its name; `upload` the id of the
         *     file's upload, which must be whole. `key` makes it safe to send again after an answer was lost:
         *     the same key again is the same message, has the same number, and is stored once. `consent` is
         *     the version of the privacy text, as in `protocolConfig`. Visitors do not see the
         *     field `website`: a message that has it comes from a program and is dropped.
         *
         *     Invalid answers are reported together, each with the first rule that it breaks. A network that
         *     sends many messages must answer a captcha (403), and may send one a minute at last.
         *
         *     An HTML form may send the same, as `multipart/form-data` or `application/x-www-form-urlencoded`:
         *     a field of each question's name, `file`, `consent=yes`, `language`, perhaps `key`. It is led on
         *     to the form's page `sent`. A refusal shows the form again, as HTML with the status of the
         *     refusal: with the answers, and the reasons beside their questions. Where the form's page offers
         *     no `refusals.json`, it is led on to `failed`.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Messages, the newest first.
         * @description 50 at once; `next` leads on. A search looks at 5,000 messages at once.
         */
        post: operations["listMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message with all its answers.
         * @description The log has a line for it: `messages show`.
         */
        post: operations["showMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The file of a message, to be saved.
         * @description The answer ends without its last bytes if they are not those that were sent. The log has a line
         *     for it: `messages file`.
         */
        post: operations["messageFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks messages as done, all or none.
         * @description The log has a line for it: `messages done`.
         */
        post: operations["finishMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks messages as open again, all or none.
         * @description The log has a line for it: `messages reopen`.
         */
        post: operations["reopenMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes messages with their files, all or none, at once and for good.
         * @description The log has a line for it: `messages purge`, without the number.
         */
        post: operations["purgeMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Messages as a file, in the format of `origin messages export`.
         * @description The log has a line for it: `messages export`.
         */
        post: operations["exportMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feishu/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchanges a code of Feishu's for a session.
         * @description The page gets the code from Feishu's client, which knows the person. The account is found by
         *     Feishu's id of the person, or by a mailbox that Feishu hosts for the company; else one is made,
         *     if the rule of registration allows. The session of the call's token ends when the new one
         *     begins.
         */
        post: operations["feishuLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feishu/jssdk-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signature by which a page may call Feishu's client.
         * @description Only for pages of the site itself under `/feishu/`. `url` is the address as the browser has it;
         *     its fragment is left out.
         */
        get: operations["feishuJssdkConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feishu/suppliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suppliers by words and status, matches of the name first.
         * @description Every word of `query` is found in a supplier's name, trade, place, goods or certificates, in
         *     whatever language, case and width, or spelled in pinyin.
         */
        get: operations["suppliers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feishu/suppliers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A supplier, with all that is known. */
        get: operations["supplier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wechat/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signature by which a page sets its own sharing card in WeChat.
         * @description Only for pages of the site itself. `url` is the address as the browser has it; its fragment is
         *     left out.
         */
        get: operations["wechatSignature"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** @description The assistant's ways of answering. */
        Assistant: {
            /** @description A model writes answers; else they are passages of pages. */
            model: boolean;
            /** @description A visitor may send a key of their own in `Open-Ai-Secret`. */
            ownKey: boolean;
        };
        /** @description `data` of `GET /api/common/captcha`: a picture, or a recording of the same kind of characters. */
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
        /** @description An event of the answer's stream, as a reader of event streams hands it on. */
        ChatEvent: {
            /** @description The kind of event. */
            event: components["schemas"]["ChatEventName"];
            /** @description JSON in one line: a list of [`Citation`], a [`Delta`], or a [`Done`]. */
            data: string;
        };
        /**
         * @description The kind of an event.
         * @enum {string}
         */
        ChatEventName: "citations" | "delta" | "done";
        /** @description One turn of a conversation. */
        ChatMessage: {
            /** @description The speaker. */
            role: components["schemas"]["ChatRole"];
            /** @description The words, without markup. */
            content: string;
        };
        /**
         * @description The way in which a question was answered.
         * @enum {string}
         */
        ChatOutcome: "answered" | "quoted" | "unanswered" | "cut";
        /** @description A question to the assistant, with the conversation so far. */
        ChatRequest: {
            /**
             * @description Oldest first; the last one is the visitor's question. Of more than twenty the last twenty
             *     count.
             */
            messages: components["schemas"]["ChatMessage"][];
        };
        /**
         * @description The speaker of a turn.
         * @enum {string}
         */
        ChatRole: "user" | "assistant";
        /**
         * @description A reason for doing without a model.
         * @enum {string}
         */
        ChatUnavailableReason: "budget" | "unavailable" | "secret";
        /** @description A page that an answer rests on, or that is nearest to a question without one. */
        Citation: {
            /** @description From 1; sentences name it. */
            number: number;
            /** @description The page's title. */
            title: string;
            /** @description Path of the page, in its language. */
            href: string;
            /** @description `page`, or the name of a collection, as in search. */
            kind: string;
            /** @description Locale code of the page. */
            locale: string;
            /** @description Date of the page, `2026-05-14`, where it has one. */
            date?: string;
            /** @description Passages of the page, word for word; the best first. */
            quotes: components["schemas"]["Quote"][];
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
        /** @description A sentence of an answer, with the space behind it. */
        Delta: {
            /** @description The sentence, without markup. */
            text: string;
            /**
             * @description Numbers of the pages that support it; a sentence without one comes from the model alone, and
             *     is marked accordingly.
             */
            sources: number[];
        };
        /** @description The end of an answer. */
        Done: {
            /** @description How the question was answered. */
            outcome: components["schemas"]["ChatOutcome"];
            because?: components["schemas"]["ChatUnavailableReason"] | null;
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Assistant: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description The assistant's ways of answering. */
            data: {
                /** @description A model writes answers; else they are passages of pages. */
                model: boolean;
                /** @description A visitor may send a key of their own in `Open-Ai-Secret`. */
                ownKey: boolean;
            };
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
            /** @description `data` of `GET /api/common/captcha`: a picture, or a recording of the same kind of characters. */
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
        Envelope_JssdkConfig: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `GET /api/feishu/jssdk-config`: the arguments of `h5sdk.config`. */
            data: {
                /** @description The app at Feishu's open platform. */
                appId: string;
                /**
                 * Format: int64
                 * @description Milliseconds since the epoch, part of the signed text.
                 */
                timestamp: number;
                /** @description Random, part of the signed text. */
                nonceStr: string;
                /** @description SHA-1 in hexadecimal, of the ticket, the nonce, the time and the address. */
                signature: string;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_MessageDetail: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `POST /api/messages/show`. */
            data: {
                /** @description Names the message: `7K3D-9QXF`. */
                number: string;
                /** @description Name of the form. */
                form: string;
                /** @description The language that the sender reads, and that of the labels. */
                language: string;
                /**
                 * Format: date-time
                 * @description When it was received.
                 */
                receivedAt: string;
                /** @description How far it has come. */
                state: components["schemas"]["MessageState"];
                /**
                 * Format: date-time
                 * @description When it came so far.
                 */
                stateAt: string;
                /** @description The sender's address; empty if the form asks for none. */
                email: string;
                /** @description Version of the privacy text that the sender accepted. */
                consent: string;
                /** @description All answers, in the order of the form. */
                answers: components["schemas"]["MessageAnswer"][];
                /** @description The file that came along, while it is kept. */
                file?: components["schemas"]["MessageFile"];
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_MessageList: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `POST /api/messages/list`: some of the messages, the newest first. */
            data: {
                /** @description The messages that were found. */
                messages: components["schemas"]["MessageSketch"][];
                /**
                 * @description The place to go on from; missing after the last message. A search may go on without having
                 *     found one.
                 */
                next?: string;
                /** @description The site's forms. */
                forms: components["schemas"]["FormName"][];
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_MessageReceived: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `POST /api/message/{form}`. */
            data: {
                /**
                 * @description Names the message for people.
                 * @example 7K3D-9QXF
                 */
                number: string;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_MessageStanding: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of both: a message as its sender may see it. */
            data: {
                /**
                 * @description Names the message for people.
                 * @example 7K3D-9QXF
                 */
                number: string;
                /** @description The form's name for people. */
                form: string;
                /**
                 * Format: date-time
                 * @description When it was received: `2026-11-21T03:04:05Z`.
                 */
                receivedAt: string;
                /**
                 * @description Name of the site's time zone, in which its letters have the time: `Asia/Shanghai`.
                 * @example Asia/Shanghai
                 */
                timeZone?: string;
                /** @description How far it has come. */
                state: components["schemas"]["MessageState"];
                /** @description The sender's name for the file that went along, while it is kept. */
                file?: string;
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
                /**
                 * @description Answers to the questions of a form that cannot be taken, each with the first rule that it
                 *     breaks.
                 */
                fields?: components["schemas"]["FieldFault"][];
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_Option_WeChatSignature: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            data: null | {
                /** @description The official account at WeChat. */
                appId: string;
                /**
                 * Format: int64
                 * @description Seconds since the epoch, part of the signed text.
                 */
                timestamp: number;
                /** @description Random, part of the signed text. */
                nonceStr: string;
                /** @description SHA-1 in hexadecimal, of the ticket, the nonce, the time and the address. */
                signature: string;
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
                /**
                 * @description Answers to the questions of a form that cannot be taken, each with the first rule that it
                 *     breaks.
                 */
                fields?: components["schemas"]["FieldFault"][];
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_SearchResults: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `GET /api/search`. */
            data: {
                /** @description The question, as it was asked. */
                query: string;
                /** @description Hits in all, of the requested kind; a search stops after a few hundred. */
                total: number;
                /** @description The page that this is, from 1. */
                page: number;
                /** @description Pages there are; 0 without a hit. */
                pages: number;
                /** @description The kinds of all hits, whichever is wanted. */
                kinds: components["schemas"]["KindCount"][];
                /** @description The hits of this page, the best first. */
                hits: components["schemas"]["SearchHit"][];
                /** @description The question without its slips, where it has any. */
                didYouMean?: string;
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
                /** @description Opens the session, as `Authorization: Bearer <token>`; sent only once. */
                token: string;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_SupplierDetail: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `GET /api/feishu/suppliers/{id}`: a supplier with all that is known. */
            data: components["schemas"]["SupplierSummary"] & {
                /** @description The name in the other languages. */
                otherNames: string[];
                /** @description Goods and services; empty where they are not known. */
                products: string;
                /** @description Certificates, such as `ISO 9001`. */
                certificates: string[];
                /**
                 * Format: int32
                 * @description The year in which the firm was founded.
                 */
                founded?: number;
                /**
                 * Format: int32
                 * @description How many people work there.
                 */
                staff?: number;
                /** @description Where to write to. */
                contactEmail?: string;
            };
        };
        /** @description Every answer of the origin. Clients read it whatever the HTTP status. */
        Envelope_SupplierList: {
            /**
             * Format: int32
             * @description Mirrors the HTTP status.
             */
            code: number;
            /** @description For people, in the request's `language`. */
            msg: string;
            /** @description `data` of `GET /api/feishu/suppliers`: a page of those found. */
            data: {
                /**
                 * Format: int64
                 * @description How many were found.
                 */
                total: number;
                /**
                 * Format: int64
                 * @description The page, from 1.
                 */
                page: number;
                /**
                 * Format: int64
                 * @description How many pages there are, at least 1.
                 */
                pages: number;
                /** @description Suppliers of the page. */
                items: components["schemas"]["SupplierSummary"][];
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
                /** @description The address that signed in; empty for a sign-in by Feishu that reported no address. */
                email: string;
                /** @description `member`, `editor`, `publisher`, `recipient`. */
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
                /** @description Names the session in `DELETE /api/auth/sessions/{id}`; it is not a credential. */
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
        /** @description Body of `POST /api/feishu/login`. */
        FeishuLoginRequest: {
            /**
             * @description The code that Feishu's client gave the page: for one use, within minutes.
             * @example xMSldislSkdK
             */
            code: string;
        };
        /**
         * @description A field that a refusal is about.
         * @enum {string}
         */
        Field: "email" | "captcha" | "code" | "agreements" | "name" | "file" | "q";
        /** @description A question with an answer that cannot be accepted. */
        FieldFault: {
            /** @description Name of the question; `file` for the file. */
            name: string;
            /** @description The first rule that is broken. */
            rule: components["schemas"]["Rule"];
        };
        /** @description A form, for a choice. */
        FormName: {
            /** @description Its name: `bp`. */
            name: string;
            /** @description Its name for people, in the reader's language. */
            title: string;
        };
        /** @description `data` of `GET /api/feishu/jssdk-config`: the arguments of `h5sdk.config`. */
        JssdkConfig: {
            /** @description The app at Feishu's open platform. */
            appId: string;
            /**
             * Format: int64
             * @description Milliseconds since the epoch, part of the signed text.
             */
            timestamp: number;
            /** @description Random, part of the signed text. */
            nonceStr: string;
            /** @description SHA-1 in hexadecimal, of the ticket, the nonce, the time and the address. */
            signature: string;
        };
        /** @description Hits of a kind. */
        KindCount: {
            /** @description The collection of the entries that the pages show, `news`; `page` for other pages. */
            kind: string;
            /** @description Hits of it. */
            count: number;
        };
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
        /** @description The answer to one question. */
        MessageAnswer: {
            /** @description Name of the question: `company`. */
            name: string;
            /** @description The question as the sender read it; its name if the site no longer has it. */
            label: string;
            /** @description The answer for people. */
            text: string;
        };
        /** @description `data` of `POST /api/messages/show`. */
        MessageDetail: {
            /** @description Names the message: `7K3D-9QXF`. */
            number: string;
            /** @description Name of the form. */
            form: string;
            /** @description The language that the sender reads, and that of the labels. */
            language: string;
            /**
             * Format: date-time
             * @description When it was received.
             */
            receivedAt: string;
            /** @description How far it has come. */
            state: components["schemas"]["MessageState"];
            /**
             * Format: date-time
             * @description When it came so far.
             */
            stateAt: string;
            /** @description The sender's address; empty if the form asks for none. */
            email: string;
            /** @description Version of the privacy text that the sender accepted. */
            consent: string;
            /** @description All answers, in the order of the form. */
            answers: components["schemas"]["MessageAnswer"][];
            /** @description The file that came along, while it is kept. */
            file?: components["schemas"]["MessageFile"];
        };
        /** @description Body of `POST /api/messages/export`. */
        MessageExportRequest: {
            /** @description Name of a form; messages of all forms without one. */
            form?: string;
            /** @description The format of the file. */
            format: components["schemas"]["MessageFormat"];
        };
        /** @description A file that came along with a message. */
        MessageFile: {
            /** @description The sender's name for it. */
            name: string;
            /** @description A plain name to save it under. */
            saveAs: string;
            /** @description Media type, by its content. */
            mediaType: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description `off` without a scanner, else `pending`, `clean` or `infected`. */
            scan: string;
        };
        /**
         * @description A format of exported messages.
         * @enum {string}
         */
        MessageFormat: "csv" | "json";
        /** @description Body of `POST /api/message/state` and of `POST /api/message/withdraw`. */
        MessageLink: {
            /** @description The secret of the link that the confirmation has: the fragment of its address. */
            token: string;
        };
        /** @description `data` of `POST /api/messages/list`: some of the messages, the newest first. */
        MessageList: {
            /** @description The messages that were found. */
            messages: components["schemas"]["MessageSketch"][];
            /**
             * @description The place to go on from; missing after the last message. A search may go on without having
             *     found one.
             */
            next?: string;
            /** @description The site's forms. */
            forms: components["schemas"]["FormName"][];
        };
        /** @description Body of `POST /api/messages/list`. */
        MessageListRequest: {
            /** @description Name of a form; messages of all forms without one. */
            form?: string;
            /** @description Only messages in this state. */
            state?: components["schemas"]["MessageState"];
            /** @description Part of a number, an address or an answer, in any case of its letters. */
            text?: string;
            /** @description `next` of the list before this one. */
            after?: string;
        };
        /** @description Body of `POST /api/messages/show` and of `POST /api/messages/file`. */
        MessageName: {
            /**
             * @description Names the message.
             * @example 7K3D-9QXF
             */
            number: string;
        };
        /** @description Body of `POST /api/messages/done`, `reopen` and `purge`: all of them, or none. */
        MessageNames: {
            /** @description Numbers of messages. */
            numbers: string[];
        };
        /** @description `data` of `POST /api/message/{form}`. */
        MessageReceived: {
            /**
             * @description Names the message for people.
             * @example 7K3D-9QXF
             */
            number: string;
        };
        /** @description Body of `POST /api/message/{form}`. */
        MessageRequest: {
            /** @description Random, chosen for this message: the same key again is the same message. */
            key: string;
            /** @description Name of each question → the answer: a text, or several for a question that allows several. */
            fields: {
                [key: string]: Record<string, never>;
            };
            /** @description Id of the file's upload. */
            upload?: string;
            /** @description Version of the privacy text that was accepted, from `GET /api/web/protocol-config`. */
            consent: string;
            /** @description The captcha that is answered, where one was asked for. */
            captchaId?: string;
            /** @description The characters of the picture or the recording. */
            captcha?: string;
            /** @description Empty: visitors do not see this field, so only programs fill it in. */
            website?: string;
        };
        /** @description A message in a list. */
        MessageSketch: {
            /** @description Names the message: `7K3D-9QXF`. */
            number: string;
            /** @description Name of the form. */
            form: string;
            /** @description The language that the sender reads. */
            language: string;
            /**
             * Format: date-time
             * @description When it was received: `2026-11-21T03:04:05Z`.
             */
            receivedAt: string;
            /** @description How far it has come. */
            state: components["schemas"]["MessageState"];
            /** @description The first short text that had to be given; empty if the message is withdrawn. */
            name: string;
            /** @description First line of the first longer answer; empty if the form asks for none. */
            firstLine: string;
            /** @description Whether a file came along. */
            hasFile: boolean;
        };
        /** @description `data` of both: a message as its sender may see it. */
        MessageStanding: {
            /**
             * @description Names the message for people.
             * @example 7K3D-9QXF
             */
            number: string;
            /** @description The form's name for people. */
            form: string;
            /**
             * Format: date-time
             * @description When it was received: `2026-11-21T03:04:05Z`.
             */
            receivedAt: string;
            /**
             * @description Name of the site's time zone, in which its letters have the time: `Asia/Shanghai`.
             * @example Asia/Shanghai
             */
            timeZone?: string;
            /** @description How far it has come. */
            state: components["schemas"]["MessageState"];
            /** @description The sender's name for the file that went along, while it is kept. */
            file?: string;
        };
        /**
         * @description How far a message has come.
         * @enum {string}
         */
        MessageState: "received" | "done" | "withdrawn";
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
        /** @description A passage of a page, word for word. */
        Quote: {
            /** @description The passage, whole or from its beginning. */
            text: string;
            /** @description The heading above the passage, where there is one. */
            heading?: string | null;
            /** @description Fragment of that heading's address. */
            anchor?: string | null;
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
            /**
             * @description Answers to the questions of a form that cannot be taken, each with the first rule that it
             *     breaks.
             */
            fields?: components["schemas"]["FieldFault"][];
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
        /**
         * @description The rule that an answer breaks; the first one, in this order (R5.01).
         * @enum {string}
         */
        Rule: "required" | "type" | "whitespace" | "length" | "number" | "count" | "pattern" | "option" | "date" | "email" | "arrived" | "empty" | "size" | "content";
        /** @description A page that answers. */
        SearchHit: {
            /** @description Path on the site, with the locale's prefix. */
            href: string;
            /** @description Its first heading. */
            title: string;
            /** @description The collection of the entry that it shows; `page` for other pages. */
            kind: string;
            /**
             * @description Locale code; differs from the requested one only where that has no hits, or all languages
             *     are searched.
             */
            locale: string;
            /** @description Day of publication: `2026-05-03`. */
            date?: string;
            /**
             * @description The page's description, then the passage that answers best, in whole sentences where it has
             *     any.
             */
            passages: components["schemas"]["SearchPassage"][];
        };
        /** @description A passage that answers. */
        SearchPassage: {
            /** @description Id of its heading on the page. */
            anchor?: string;
            /** @description The heading above it. */
            heading?: string;
            /** @description About 160 characters; runs of plain text in a row. */
            text: components["schemas"]["TextRun"][];
        };
        /** @description `data` of `GET /api/search`. */
        SearchResults: {
            /** @description The question, as it was asked. */
            query: string;
            /** @description Hits in all, of the requested kind; a search stops after a few hundred. */
            total: number;
            /** @description The page that this is, from 1. */
            page: number;
            /** @description Pages there are; 0 without a hit. */
            pages: number;
            /** @description The kinds of all hits, whichever is wanted. */
            kinds: components["schemas"]["KindCount"][];
            /** @description The hits of this page, the best first. */
            hits: components["schemas"]["SearchHit"][];
            /** @description The question without its slips, where it has any. */
            didYouMean?: string;
        };
        /** @description Body of `POST /api/common/send-email-code`. */
        SendCodeRequest: {
            /**
             * @description Address that the code is sent to.
             * @example ann@example.com
             */
            email: string;
            /** @description The captcha that is answered. */
            captchaId: string;
            /**
             * @description The characters of the picture or the recording, in upper or lower case.
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
            /** @description Names the session in `DELETE /api/auth/sessions/{id}`; it is not a credential. */
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
            /** @description Opens the session, as `Authorization: Bearer <token>`; sent only once. */
            token: string;
        };
        /** @description `data` of `GET /api/feishu/suppliers/{id}`: a supplier with all that is known. */
        SupplierDetail: components["schemas"]["SupplierSummary"] & {
            /** @description The name in the other languages. */
            otherNames: string[];
            /** @description Goods and services; empty where they are not known. */
            products: string;
            /** @description Certificates, such as `ISO 9001`. */
            certificates: string[];
            /**
             * Format: int32
             * @description The year in which the firm was founded.
             */
            founded?: number;
            /**
             * Format: int32
             * @description How many people work there.
             */
            staff?: number;
            /** @description Where to write to. */
            contactEmail?: string;
        };
        /** @description `data` of `GET /api/feishu/suppliers`: a page of those found. */
        SupplierList: {
            /**
             * Format: int64
             * @description How many were found.
             */
            total: number;
            /**
             * Format: int64
             * @description The page, from 1.
             */
            page: number;
            /**
             * Format: int64
             * @description How many pages there are, at least 1.
             */
            pages: number;
            /** @description Suppliers of the page. */
            items: components["schemas"]["SupplierSummary"][];
        };
        /**
         * @description State of a supplier.
         * @enum {string}
         */
        SupplierStatus: "approved" | "trial" | "paused" | "ended";
        /** @description A supplier in a list, in the request's language as far as there are texts in it. */
        SupplierSummary: {
            /** @description Names the supplier in `GET /api/feishu/suppliers/{id}`. */
            id: string;
            /** @description The firm's name. */
            name: string;
            /** @description The trade; empty where it is not known. */
            category: string;
            /** @description The place; empty where it is not known. */
            city: string;
            /** @description State of the supplier. */
            status: components["schemas"]["SupplierStatus"];
        };
        /** @description One element of `GET /api/web/system-config`: the SEO settings of one unprefixed path. */
        SystemConfigEntry: {
            /** @description Unprefixed path: `/about`. */
            path: string;
            /** @description Its settings. */
            seoConfig: components["schemas"]["SeoConfig"];
        };
        /** @description A run of text that matches the question, or does not. */
        TextRun: {
            /** @description Plain text, no markup. */
            text: string;
            /** @description Whether it is to be highlighted. */
            marked: boolean;
        };
        /** @description `data` of `GET /api/auth/user-info`. */
        UserInfo: {
            /** @description Display name. */
            name: string;
            /** @description The address that signed in; empty for a sign-in by Feishu that reported no address. */
            email: string;
            /** @description `member`, `editor`, `publisher`, `recipient`. */
            roles: string[];
        };
        /** @description `data` of `GET /api/wechat/signature`: arguments of `wx.config`. */
        WeChatSignature: {
            /** @description The official account at WeChat. */
            appId: string;
            /**
             * Format: int64
             * @description Seconds since the epoch, part of the signed text.
             */
            timestamp: number;
            /** @description Random, part of the signed text. */
            nonceStr: string;
            /** @description SHA-1 in hexadecimal, of the ticket, the nonce, the time and the address. */
            signature: string;
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    search: {
        parameters: {
            query: {
                /** @description The question: a sentence or a few words. */
                q: string;
                /** @description Page of the results; the first if it is missing. */
                page?: number;
                /** @description Only hits of that kind. */
                kind?: string;
                /** @description Search all languages. */
                all?: "1";
                /** @description Locale code of the language to search, instead of the header's. */
                locale?: string;
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
            /** @description Ten hits at most, the best first; none if nothing answers. A client that likes `text/html` best gets the site's results page with the hits in it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SearchResults"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description There is no question, or it is too long; or another parameter is malformed. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    assistant: {
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
            /** @description Whether a model writes, and whether visitors may bring a key of their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Assistant"];
                };
            };
            /** @description The request is malformed. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    chat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description The visitor's own key, where `ownKey` says that one is taken. It is used for this answer and kept nowhere; one that is refused shows as `because: secret`. */
                "Open-Ai-Secret"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description Events, as they come. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatEvent"];
                };
            };
            /** @description The body is malformed, or no conversation that ends with a question. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The request is malformed. */
            400: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The request is malformed. */
            400: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The request is malformed. */
            400: {
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
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
                headers: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The request is malformed. */
            400: {
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
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The request is malformed. */
            400: {
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
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    beginUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description The protocol that is spoken. */
                "Tus-Resumable": "1.0.0";
                /** @description Bytes of the file. */
                "Upload-Length": number;
                /**
                 * @description Names and values in base64, with a space between them and a comma between pairs.
                 * @example form YnA=,filename cGxhbi5wZGY=
                 */
                "Upload-Metadata": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun, at `Location`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A header is missing or malformed, or the file is empty or has a name that this form does not take (`field` is `file`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such form, or it takes no file. */
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
            /** @description `Tus-Resumable` is not 1.0.0. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The file is larger than the form takes; `field` is `file`. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    endUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description The protocol that is spoken. */
                "Tus-Resumable": "1.0.0";
            };
            path: {
                /** @description Id of the upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no such upload any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such upload, or no longer. */
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
            /** @description `Tus-Resumable` is not 1.0.0. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The address is longer than 8,192 bytes. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Another request is writing to it. */
            423: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    uploadProgress: {
        parameters: {
            query?: never;
            header: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description The protocol that is spoken. */
                "Tus-Resumable": "1.0.0";
            };
            path: {
                /** @description Id of the upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `Upload-Offset` of `Upload-Length` bytes have come. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such upload, or no longer. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
            /** @description `Tus-Resumable` is not 1.0.0. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address is longer than 8,192 bytes. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Another request is writing to it. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    continueUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
                /** @description The protocol that is spoken. */
                "Tus-Resumable": "1.0.0";
                /** @description Bytes of the file before these. */
                "Upload-Offset": number;
            };
            path: {
                /** @description Id of the upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": number[];
            };
        };
        responses: {
            /** @description `Upload-Offset` says how far it has come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Upload-Offset` is missing, or the body broke off. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such upload, or no longer. */
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
            /** @description Nothing came for 30 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The upload stopped elsewhere. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description `Tus-Resumable` is not 1.0.0. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description More bytes than `Upload-Length` said. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The address is longer than 8,192 bytes. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The content type is not `application/offset+octet-stream`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Another request is writing to it. */
            423: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    messageState: {
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
                "application/json": components["schemas"]["MessageLink"];
            };
        };
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MessageStanding"];
                };
            };
            /** @description The body is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or no longer. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    withdrawMessage: {
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
                "application/json": components["schemas"]["MessageLink"];
            };
        };
        responses: {
            /** @description The message, withdrawn now or before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MessageStanding"];
                };
            };
            /** @description The body is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or no longer. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path: {
                /** @description Key of the form. */
                form: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRequest"];
            };
        };
        responses: {
            /** @description Received, now or when it was sent first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MessageReceived"];
                };
            };
            /** @description To an HTML form: whether it was taken is what the page at `Location` says; a refusal may be a document instead. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is malformed, `key` is none, or the captcha is wrong, used or expired (`field` is `captcha`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description A captcha is asked for; `field` is `captcha`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description There is no such form. */
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
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description `consent` is not the version in force; `field` is `agreements`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description The body is larger than 64 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The address is longer than 8,192 bytes. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The content type is neither `application/json` nor that of a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Answers that cannot be taken: `fields` has them. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Refusal"];
                };
            };
            /** @description The upload is being written to. */
            423: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    listMessages: {
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
                "application/json": components["schemas"]["MessageListRequest"];
            };
        };
        responses: {
            /** @description Some of the messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MessageList"];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such form, and no message came by it. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    showMessage: {
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
                "application/json": components["schemas"]["MessageName"];
            };
        };
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MessageDetail"];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or no longer. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    messageFile: {
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
                "application/json": components["schemas"]["MessageName"];
            };
        };
        responses: {
            /** @description The file, as an attachment; without an envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": number[];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or it has no file. */
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
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The file is not scanned yet, or infected. */
            409: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    finishMessages: {
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
                "application/json": components["schemas"]["MessageNames"];
            };
        };
        responses: {
            /** @description They are done, now or before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or no longer. */
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
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The sender took one of them back. */
            409: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    reopenMessages: {
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
                "application/json": components["schemas"]["MessageNames"];
            };
        };
        responses: {
            /** @description They are open again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or no longer. */
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
            /** @description The body took longer than 10 s. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description One of them is not done. */
            409: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    purgeMessages: {
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
                "application/json": components["schemas"]["MessageNames"];
            };
        };
        responses: {
            /** @description They are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such message, or no longer. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    exportMessages: {
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
                "application/json": components["schemas"]["MessageExportRequest"];
            };
        };
        responses: {
            /** @description The messages, as an attachment; without an envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": number[];
                };
            };
            /** @description The body is malformed. */
            400: {
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
            /** @description The person has not the role `recipient`. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such form, and no message came by it. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    feishuLogin: {
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
                "application/json": components["schemas"]["FeishuLoginRequest"];
            };
        };
        responses: {
            /** @description Signed in, as in `login`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SignedIn"];
                };
            };
            /** @description The body is malformed; or, with `field` being `code`, the code is used, expired or made up: the page asks Feishu's client for another. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_Refusal"];
                };
            };
            /** @description Feishu does not vouch for the person any more, or the person may not make an account. Or a page of another site made the call. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The site is not connected with Feishu. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    feishuJssdkConfig: {
        parameters: {
            query: {
                /** @description Address of the page. */
                url: string;
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
            /** @description For `h5sdk.config`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_JssdkConfig"];
                };
            };
            /** @description `url` is no page of the site under `/feishu/`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The site is not connected with Feishu. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    suppliers: {
        parameters: {
            query?: {
                /** @description Words; all suppliers without any. */
                query?: string;
                /** @description From 1; 20 suppliers each. */
                page?: number;
                /** @description Only those of this status. */
                status?: components["schemas"]["SupplierStatus"];
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
            /** @description A page of them; an empty one after the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SupplierList"];
                };
            };
            /** @description `query`, `page` or `status` is none. */
            400: {
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
            /** @description The session is no Feishu session. */
            403: {
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    supplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one. */
                language?: string;
            };
            path: {
                /** @description The supplier's `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supplier. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SupplierDetail"];
                };
            };
            /** @description The request is malformed. */
            400: {
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
            /** @description The session is no Feishu session. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description There is no such supplier, or no longer. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
    wechatSignature: {
        parameters: {
            query: {
                /** @description Address of the page. */
                url: string;
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
            /** @description For `wx.config`; null if the site has no account at WeChat. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Option_WeChatSignature"];
                };
            };
            /** @description `url` is no page of the site. */
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
            /** @description The address is longer than 8,192 bytes. */
            414: {
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
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description Passing: no build is published yet, the database is locked, the disk is full, e-mail cannot be sent, or too many calls are in hand. */
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
            /** @description The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The address is longer than 8,192 bytes. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
            /** @description The gateway cannot read the origin's answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"];
                };
            };
        };
    };
}
