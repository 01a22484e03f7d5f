// Generated from openapi.yaml by openapi-typescript: npm run docs.

/** A file, or lines as they come. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The last part of a problem's `type`. */
export type ProblemType =
    | "bad-request"
    | "idempotency-key-not-allowed"
    | "unauthorized"
    | "forbidden"
    | "not-found"
    | "method-not-allowed"
    | "idempotency-conflict"
    | "request-in-progress"
    | "already-submitted"
    | "send-in-progress"
    | "dead-letter"
    | "dead-letter-reached-rail"
    | "received-id-conflict"
    | "credential-exists"
    | "credential-revoked"
    | "status-not-supported"
    | "key-limit"
    | "secret-rotation-limit"
    | "payload-too-large"
    | "unsupported-media-type"
    | "validation-failed"
    | "rate-limited"
    | "internal"
    | "connector-settings-missing"
    | "not-implemented"
    | "busy"
    | "no-master-key";

export interface paths {
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description A client key sees its own client's invoices; the operator's key sees those of all clients, or of one with `client`. A page past the
         *     end answers the last page. Rows carry no buyer, no amounts and no issue date.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Submit an invoice
         * @description Schema and pre-checks run at once: a failure answers 422 and nothing is queued. After a 202 the service does the rest; never send
         *     the invoice again.
         *
         *     A document is a duplicate if the same client sent it over the same route and that invoice did not end `rejected`, `validation_failed`,
         *     `source_error` or `cancelled`. A duplicate answers 202 with `duplicate_of`: no invoice is made, `id` and `duplicate_of` both name the
         *     existing invoice, and `state` is its present state.
         *
         *     | route | formats that are built, the default first |
         *     | --- | --- |
         *     | `PEPPOL` | `ubl` |
         *     | `PL-KSEF` | `fa3` |
         *     | `RO-EFACTURA` | `ubl` |
         *     | `FR-PA` | `ubl`, `cii`, `facturx` |
         *     | `DE-XRECHNUNG` | `xrechnung-ubl`, `xrechnung-cii`, `zugferd` |
         */
        post: operations["submitInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a finished file
         * @description An invoice that the ERP has written itself. Nothing is mapped: the official rules of the route check the file, and it is sent
         *     unchanged, byte for byte. These files are refused at once, with 422:
         *
         *     | code | the file |
         *     | --- | --- |
         *     | EI-XML-DTD | declares a DOCTYPE |
         *     | EI-XML-SYNTAX | is not well-formed, or has another encoding than UTF-8, UTF-16 with byte order mark, ISO-8859-1 and US-ASCII |
         *     | EI-XML-TYPE | is not an invoice that the route takes |
         *     | EI-PACK-MISSING | has a specification identifier (BT-24) whose rules are not installed; the operator installs them |
         *     | EI-EDITION | follows EN 16931-1:2026, for which no rules are published yet |
         *
         *     The same bytes for the same client and route are a duplicate, as with `POST /invoices`. The operator's key acts for the client `local`.
         *
         *     | route | files that the route takes |
         *     | --- | --- |
         *     | `PEPPOL` | `ubl`, `cii` |
         *     | `PL-KSEF` | `fa3` |
         *     | `RO-EFACTURA` | `ubl`, `cii` |
         *     | `FR-PA` | `ubl`, `cii`, `pdf` |
         *     | `DE-XRECHNUNG` | `ubl`, `cii`, `pdf` |
         *
         *     `pdf` is a hybrid PDF (ZUGFeRD, Factur-X): the CII file in it is the invoice.
         */
        post: operations["submitFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Daily counts per route
         * @description One row per day and route, oldest day first, zeros included. `received` counts invoices by the UTC day of their arrival. `rejected`
         *     counts invoices that are `rejected` now, by the UTC day of their last change.
         */
        get: operations["invoiceSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Built files of invoices as one zip
         * @description One file per built document, named by the invoice number, and `manifest.csv`. An unknown id, an id of another client and an invoice
         *     without a built file are skipped; `X-Export-Skipped` counts them. A client may make 10 exports a minute, `GET /exports/{dataset}`
         *     included. A zip without its end is incomplete: ask again.
         */
        post: operations["exportInvoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{dataset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A dataset as a file
         * @description `invoices` and `care` are CSV, `events` is NDJSON, `archive` is a zip with `invoices/…`, `received/…`, `events.ndjson` and
         *     `manifest.csv`. The oldest invoice comes first. A cell that a spreadsheet would read as a formula begins with an apostrophe. Another
         *     dataset answers 404. The limit is 10 exports a minute and client.
         */
        get: operations["exportDataset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        /**
         * Read an invoice
         * @description Records carry no invoice content, no amounts either, so a finding names the rule that is broken and not the figures. With `figures=true`
         *     findings are told as in the stored `validation-report`, with the expected and the stated amounts; an invoice without a report keeps
         *     the plain words.
         */
        get: operations["readInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        /**
         * Read the status events of an invoice
         * @description In sequence order, byte for byte as a webhook delivers them.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a stored invoice again
         * @description Checks the document that goes to the route once more, by the packs in force on its date, or on another day with `on`: what would a coming pack
         *     say? Findings name places in that document. The invoice, its report and its verdict stay as they are. 404 for an invoice without such a
         *     document. The limit is 60 calls a minute.
         */
        post: operations["recheckInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        /**
         * Read the calls to the network
         * @description The calls that the service made to the network about this invoice, in order: log-in, send, look-up after a lost answer, questions about
         *     the status, receipt. The last call of a question says what its answer was taken to mean and what the service did next.
         *
         *     There is no body and no header of a call. An error answer is there if it is a text of at most 2,000 bytes; secrets in it and in paths
         *     are replaced by `…`, and so is every value of a query. Calls are kept sealed with the invoice: the first 20 questions and the newest 40,
         *     so that `no` has a gap where others were. A process that dies during a call leaves one row without method, path and answer.
         */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        /**
         * Prove what happened to an invoice
         * @description A statement that the service signs: a JWS in compact form (RFC 7515, `EdDSA`) with a `Statement` as payload. It holds the SHA-256 of the
         *     document, the rule packs with their checksums and the outcome of each layer, the answer of the route, the hashes of all files and
         *     events, and their times. It holds no content of the invoice. The public keys are at `/.well-known/jwks.json`.
         *     `ids proof verify` checks a proof without this service (`docs/proof.md`).
         *
         *     It states the present state of the invoice: ask again after a change. A process without a master key answers 503 `no-master-key`.
         */
        get: operations["proveInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/documents/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
                /**
                 * @description A kind from the invoice's `documents`. An unknown kind, or one that does not exist yet, answers 404.
                 *
                 *     | kind | the file |
                 *     | --- | --- |
                 *     | `canonical`, `erp-export` | what the call submitted, JSON |
                 *     | `ubl`, `cii`, `fa3`, `pdf` | a finished file as it came, or the document that the service built |
                 *     | `xrechnung-ubl`, `xrechnung-cii`, `zugferd`, `facturx` | the document that the service built |
                 *     | `validation-report`, `manifest` | the report of the last check; the SHA-256 of the sent bytes with their checks |
                 *     | `upo` | receipt of KSeF |
                 *     | `anaf-response` | signed answer of ANAF, zip |
                 *     | `buyer-message-<index>` | a message of the buyer that ANAF holds under that index, with its signature, zip |
                 *     | `as4-receipt`, `mls`, `invoice-response-<code>` | receipt, message level status and buyer's answers in Peppol |
                 *     | `fr-lifecycle`, `fr-lifecycle-<code>` | the French message that settled the submission; later messages |
                 *     | `unmatched-answer` | a message of a network that fits none or several invoices |
                 * @example canonical
                 */
                kind: string;
            };
            cookie?: never;
        };
        /** Download a document */
        get: operations["readDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/documents/view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        /**
         * Look at an invoice
         * @description A PDF page (PDF/A-3a, PDF/UA-1) with everything that the invoice holds, in the seller's colours. Its language is `lang` (de, en, fr,
         *     pl, ro), else that of the seller's country; another language gives en, an FA(3) file pl. The service makes the page for this call and does not store it, so no list of
         *     documents, manifest or export names it.
         *
         *     A hybrid PDF is answered as it is. A refused invoice (`validation_failed`, `rejected`, `source_error`) shows its findings in words,
         *     also beside the items that they are about. A refused or cancelled one has no code to pay by. An invoice for KSeF shows its QR codes once its file is built.
         */
        get: operations["viewInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an invoice that has not been submitted
         * @description Cancels an invoice in state `received`, `validated` or `queued`. A `cancelled` invoice answers 200 again. The operator's key also
         *     cancels a `dead_letter` if the service never called the route for it; then the same file may be sent again. An invoice that the route
         *     holds is cancelled by a business document (a credit note, in Poland a correction), not by this call.
         */
        post: operations["cancelInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        /**
         * List the statuses that can be sent
         * @description What `POST /invoices/{id}/statuses` takes next, as far as route, state and earlier statuses decide; empty if it takes none.
         */
        get: operations["listSendableStatuses"];
        put?: never;
        /**
         * Send the buyer a status of an invoice
         * @description Sends the seller's status of an invoice that the platform holds (state `accepted` or `delivered`). Over `FR-PA`: `completed` (209) and
         *     `paid` (212, with `amounts`: what was paid, VAT included, for each VAT rate). The status goes to the platform once, in the order of
         *     the calls. An event of the invoice tells the outcome: with the new `buyer_status`, with the code in `route.raw` if `buyer_status`
         *     stays (a part payment), or with `errors` if the platform refuses it.
         *     A payment of an invoice whose sale the service reports (state `ready`) goes into the report of payments, if VAT on services falls due
         *     on payment; an event names the report.
         *     Any other route, status or invoice answers 409 `status-not-supported`; `detail` says why.
         */
        post: operations["sendStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received invoices
         * @description As `GET /invoices`, for received invoices. A client key sees its own client's; the operator's key sees those of all clients, or of one
         *     with `client`.
         */
        get: operations["listReceived"];
        put?: never;
        /**
         * Submit an invoice that came over a route
         * @description An invoice that somebody sent to the client, exactly as the route delivered it. The service stores the file sealed, then checks it
         *     with the layers of the route. Events with `direction` `in` tell the outcome: `received`, then `validated` or `validation_failed`.
         *     The file is not changed, and nothing is sent. A file that declares a DOCTYPE (`EI-XML-DTD`), is not well-formed (`EI-XML-SYNTAX`)
         *     or is not an invoice that the route takes (`EI-XML-TYPE`) answers 422, and nothing is stored. If its rules are not installed, it
         *     stays `received` with the finding and a care row `EI-PACK-MISSING`, and is checked once they are. So does an invoice of EN 16931-1:2026
         *     (`EI-EDITION`).
         *
         *     A document is identified by its `rail_id`, or by its bytes if it has none. The same document again answers 202 with `duplicate_of`.
         *     The same `rail_id` with other bytes answers 409 `received-id-conflict`. A file that came without a `rail_id` and comes again
         *     with one is the same document.
         *
         *     If a check cannot run, it is repeated. After the last try the invoice stays `received` and is on the care list. The limits are 120
         *     calls a minute and 2,000 a UTC day per client. If the client has `retention_days`, the invoice is deleted that many days after its
         *     last change, unless a check or a care row of it is open. The dataset `archive` has the file under `received/`.
         */
        post: operations["receiveInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received/collective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get one number for received invoices that are paid together
         * @description Only `PL-KSEF`: the collective identifier of KSeF (identyfikator zbiorczy) of 2 to 500 invoices of one seller, for the title of the
         *     transfer that pays them (art. 108g of the VAT act, from 2027). The log-in of the buyer asks for it, by the right `InvoiceRead`.
         *
         *     Exactly these invoices have one number: the same call again, in any order and under any Idempotency-Key, answers the same. KSeF is
         *     asked for an existing number before it makes one, also after a crash in between. If its answer is not known, the call answers 503
         *     `busy`; repeat it. What KSeF refuses answers 422 with its code: 71001 an unknown invoice, 71002 too many numbers of one
         *     invoice, 71004 different sellers.
         */
        post: operations["makeCollectiveNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        /** Read a received invoice */
        get: operations["readReceived"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received/{id}/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        /**
         * List the statuses that can be sent
         * @description What `POST /received/{id}/statuses` takes next, as far as route, state and earlier statuses decide; empty if it takes none.
         */
        get: operations["listSendableReceivedStatuses"];
        put?: never;
        /**
         * Send the seller a status of a received invoice
         * @description Sends the buyer's status over the route that the invoice came by, once and in the order of the calls. An event of the invoice
         *     tells the outcome: with `buyer_status` if the message was taken, or with `errors` if it was not. Over `PEPPOL` the seller's side
         *     may refuse a message that was taken: another event has the `errors`, and the status may be sent again.
         *
         *     - `FR-PA`: `in_process` (204), `accepted` (205), `partially_accepted` (206), `disputed` (207), `suspended` (208), `refused` (210) and
         *       `payment_sent` (211). 206, 207, 208 and 210 need a `reason_code` of the French list.
         *     - `PEPPOL`, as Invoice Response: `received` (AB), `in_process` (IP), `under_query` (UQ), `conditionally_accepted` (CA), `refused` (RE),
         *       `accepted` (AP) and `paid` (PD). UQ, CA and RE need a `reason_code` of the lists OPStatusReason or OPStatusAction. `paid` with
         *       `PPD` is a part payment. A `note` may stand alone; `OTH` and `PPD` need one. Statuses only advance: after `refused` no other is
         *       taken, after `accepted` only `paid`. `under_query` and `paid` may be repeated.
         *     - `RO-EFACTURA`: `message` (RASP) sends the `note` to the seller. ANAF knows no statuses of a buyer, and the message accepts and
         *       refuses nothing. The invoice needs its `rail_id`, ANAF's upload index. The event has no `buyer_status`.
         *
         *     A `reason_code` that is missing or wrong answers 400 and names the codes. Any other route, status or invoice, and an access point
         *     that cannot be asked whether it has sent a message, answer 409 `status-not-supported`; `detail` says why.
         */
        post: operations["sendReceivedStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        /**
         * Read the status events of a received invoice
         * @description In sequence order, each with direction `in`, byte for byte as they are delivered.
         */
        get: operations["listReceivedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received/{id}/documents/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
                /**
                 * @description `received-xml` or `received-pdf`: the file as it came; `validation-report`; `fr-lifecycle-<code>`, `invoice-response-<code>`, `message-to-seller`: what was sent to the seller last. Another kind, or one that does not exist yet, answers 404.
                 * @example received-xml
                 */
                kind: string;
            };
            cookie?: never;
        };
        /** Download a received file or its check */
        get: operations["readReceivedDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received/{id}/documents/view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        /**
         * Look at a received invoice
         * @description A PDF page of the invoice, as `GET /invoices/{id}/documents/view` makes it. An invoice that failed its checks shows its findings.
         */
        get: operations["viewReceived"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * State the sales of a day
         * @description The totals that a till or a shop has for one day and category: they go into the report to the tax administration (France, flow 10.3)
         *     whose period has the day. Totals of several tills add up. `paid` says that the money came in on the same day; it is for services of a
         *     company whose VAT falls due on payment, and makes an entry in the report of payments (10.4). A sale that is stated as an invoice
         *     (`POST /invoices` with `buyer.is_consumer`) is not stated here again.
         *
         *     To correct a statement, state it again with `replaces`; amounts of 0 withdraw it. Its money is replaced with it: `paid` states the new
         *     one, without `paid` it is withdrawn. Money that went back is `paid` with amounts below zero: it is taken off the money of the period. If
         *     a report was sent meanwhile, another one replaces it in full. The client's record has to say that the service reports (`fr.reports` is `own`); otherwise the call answers 400 with what
         *     to ask the platform. The limits are those of `POST /invoices`.
         */
        post: operations["stateSales"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tax reports
         * @description The newest periods first, 100 a page. One report for each seller, part (`sales`, `payments`) and period; it collects what is stated
         *     until `send_at`. A client key sees its own client's; the operator's key sees those of all clients, or of one with `client`.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /** Read a tax report */
        get: operations["readReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /**
         * List the events of a tax report
         * @description As of an invoice; `invoice_ref` is the id of the report. They are in `GET /events` and go to the webhook, too.
         */
        get: operations["listReportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /**
         * Download the evidence of a tax report
         * @description A zip: `documents/` with every document as it was sent, and each answer to it; `events.ndjson`; `manifest.csv` with their SHA-256; and
         *     `proof.jws`, a `Statement` that the service signs, as of an invoice (`GET /invoices/{id}/proof`): its `document` is the newest document,
         *     its `files` and `events` have the hashes of the others. `ids proof verify` checks it. A process without a master key answers 503
         *     `no-master-key`.
         */
        get: operations["exportReportEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/documents/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
                /**
                 * @description `tax-report-<n>`: the nth document that was made for the report; `tax-report-<n>-answer`: the answer to it.
                 * @example tax-report-1
                 */
                kind: string;
            };
            cookie?: never;
        };
        /** Download a document of a tax report */
        get: operations["readReportDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dry run
         * @description Builds and checks the invoice, and sends and stores nothing. The report holds everything that is wrong with the invoice. The answer is
         *     422 only if a number, text or list is past a limit (it then reports such values only), or if connector settings are missing. `valid` is
         *     also false if a check could not run.
         *
         *     On `PEPPOL`, `profile` and `type_code` choose the document:
         *
         *     | `profile` | `type_code` | document |
         *     | --- | --- | --- |
         *     | none or `peppol` | 389 | BIS Self-Billing 3 |
         *     | none or `peppol` | 381 with a preceding invoice of `type_code` 389 | BIS Self-Billing 3, as 261 |
         *     | none or `peppol` | any other | BIS Billing 3 |
         *     | `xrechnung` | any but 389 | XRechnung |
         *
         *     Peppol takes one note. Unless both parties are German, several notes become the lines of one.
         */
        post: operations["validateInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit many invoices
         * @description NDJSON. The request has one line per invoice, `{ "idempotency_key": …, "body": … }`, with the body of `POST /invoices`. The answer has
         *     one line per invoice, `{ "line": n, "status": …, "body": … }`, with the status and body of the single call. Lines are processed in
         *     order, and each answer is sent at once: read while you send. Each line is a call under its own key. If the connection breaks,
         *     send the batch again, or only the lines without an answer: a line that was accepted before gets its kept answer.
         *
         *     The limits are 1,000 lines, 50,000,000 bytes and 6 batches a minute. Lines do not count against the rate of `POST /invoices`. While others
         *     call, lines of batches take at most half of the time, by turns of their clients, so a batch takes longer then. A line that is not such
         *     an object is answered 400, and the next line is read. After a line or batch that is too large (413), or a line too
         *     many (400), nothing more is read.
         */
        post: operations["submitBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Each row names who did what to which object. Newest first, 500 rows a page. A client's admin key reads the rows of its own client, the
         *     operator's key those of all clients or of one. Rows are kept for `AUDIT_DAYS` days. No row carries a key, a secret or content.
         */
        get: operations["readAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of all invoices in one order
         * @description For an ERP that cannot be called by a webhook. The events are those that a webhook delivers, byte for byte. Pass `next` of the last
         *     answer as `after`: the feed then misses no event and repeats none. Without `after` the feed begins with the first event. A client
         *     key reads its own client's events, the operator's key those of all clients or of one.
         *     With `wait` the answer comes with the first new event, or empty when the time is over. At most eight calls of a client wait at the
         *     same time in a process; a further one is answered at once.
         */
        get: operations["readEventFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read one event
         * @description The event as a webhook delivers it, byte for byte: what `event_id` of a delivery names. It is gone with its invoice.
         */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the webhook
         * @description The operator's key reads the operator's webhook, a client's admin key that client's. The secret is not in the answer.
         */
        get: operations["readWebhook"];
        /**
         * Set the webhook
         * @description The operator's key sets the operator's webhook, which gets the events of all clients. A client's admin key sets that client's own.
         *     The first call needs `url`; its answer holds the secret, once. Later calls change only the members that they carry. Only events
         *     written after the first call are delivered. While `active` is false, new events are not delivered: read them with `GET /events`.
         *     For 24 hours after a rotation each delivery is signed with the new and the old secret. `docs/webhooks.md` shows how to verify them.
         *     After a second rotation within these 24 hours the first secret goes on signing until its own 24 hours are over. A rotation within a
         *     minute of another, or while three secrets sign, answers 409 `secret-rotation-limit` and changes nothing: of several calls at once one wins.
         */
        put: operations["setWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sent at once and without retry, also to a webhook that is switched off. The event is signed like any other. It reports no invoice:
         *     `sequence` is 0, `status` is `test`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to a webhook
         * @description The newest attempt comes first, deliveries without an attempt last. A client key reads the deliveries to its own webhook. The
         *     operator's keys read those to the operator's webhook, or to a client's with `client`. Ended deliveries are kept for 30 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
                event_id: components["parameters"]["EventOfDelivery"];
            };
            cookie?: never;
        };
        /**
         * Read one delivery with its tries
         * @description Each call to the receiver in order: when it began, how long it took, the HTTP status or why there was none, when the next one was
         *     due. The newest 60 are kept, as long as the delivery. A client key reads the delivery to its own webhook; the operator's keys that to
         *     the operator's webhook, or to a client's with `client`. An event that was never to be delivered to this webhook answers 404.
         */
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/deliveries/{event_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
                event_id: components["parameters"]["EventOfDelivery"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description The same event gets a new schedule of retries; `attempts` goes on counting. An event that was never to be delivered to this webhook answers 404.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the events of a period again
         * @description All deliveries whose events occurred from `from` to `to` are pending again, with a new schedule of retries; `attempts` goes on counting.
         *     One call takes at most 10,000 deliveries. If `truncated` is true, call again.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validate/xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dry run of a finished file
         * @description Checks a finished file, and sends and stores nothing. A file that `POST /invoices/xml` would refuse at once has its finding in the layer
         *     `xml-safety`.
         */
        post: operations["validateFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/{scheme}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The scheme of the identifier, four digits (ISO 6523 ICD or EAS code).
                 * @example 0208
                 */
                scheme: string;
                /**
                 * @description The identifier in that scheme.
                 * @example 0123456749
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Look up a participant in Peppol
         * @description Tells whether a participant is registered in Peppol, and for which of the documents that this service builds. `unknown`: the look-up
         *     failed. The service keeps an answer for four hours (`yes`) or five minutes (`no`). A call that is not answered from a kept answer counts
         *     as a look-up: a client has 30 a minute and 300 an hour, those of the router included.
         */
        get: operations["lookUpParticipant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rule packs in force
         * @description For each layer, the rule pack that checks invoices issued today, and the one that follows. An invoice with another issue date is
         *     checked by the pack that is in force on that day; the report of the check names it. `publishers` says how old the newest installed
         *     release of each publisher is.
         */
        get: operations["listPacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/radar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List radars
         * @description The newest 50, without what they have found. A client key sees those of its own client.
         */
        get: operations["listRadars"];
        put?: never;
        /**
         * Judge stored invoices by a coming pack
         * @description Judges sent invoices that are stored, by the packs of a coming day, in the background: which of them would break? A client key judges
         *     the invoices of its own client, the operator those of all or of one. Each invoice is built and checked as at its intake, by the packs of
         *     `compared_with` and by those of `day`, and the findings are compared; checks by a calendar are left out. Cancelled and refused invoices
         *     are skipped. Content is opened in memory only, and the invoices stay as they are. Documents of calls and of invoices that are due go
         *     first: while they need the threads, a radar takes at most a tenth of the time. The same order again answers with the radar that is under way. At most
         *     five are under way for a client, or for all.
         */
        post: operations["startRadar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/radar/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a radar.
                 * @example rdr_5f0c2b7e9a1d4c3b8e6f7a06
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * What a radar has found
         * @description Its progress, and what it has found so far: for each client the kinds of change by field and code, those that concern most invoices
         *     first. A result is kept for 180 days, or for `retention_days` of its client; what concerns a client is deleted with the client. 404 for a
         *     client key if it is not of its client alone.
         */
        get: operations["readRadar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packs/{pack}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`.
                 * @example en16931-1.3.16
                 */
                pack: components["parameters"]["Pack"];
            };
            cookie?: never;
        };
        /**
         * Read the rules of an installed pack
         * @description Id, severity, text and condition of each rule, as the pack has them, for each rule file of the pack; the declarations of schemas are left out.
         *     `…` stands for a value of the document. The limit is 30 calls a minute.
         */
        get: operations["readPackRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packs/{pack}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`.
                 * @example en16931-1.3.16
                 */
                pack: components["parameters"]["Pack"];
            };
            cookie?: never;
        };
        /**
         * Read what a pack changes
         * @description Rules that are added, removed and changed from the pack `since` to this one, with old and new text, for each rule file or schema. `shared` names
         *     variables, functions and code lists that differ: rules that use them may give other verdicts. The limit is 30 calls a minute.
         */
        get: operations["readPackChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refused submissions
         * @description Submissions that `POST /invoices`, `/invoices/xml` or `/received` answered with 422 `validation-failed`, newest first, 100 a page. They are
         *     no invoices: no list, count, export or event of invoices has them. They are kept for `REFUSALS_DAYS` days, at most 1,000 and 100 MB of a
         *     client; the body is sealed under the key of the client. The same submission again counts in `times`.
         */
        get: operations["listRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refusals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        /** Read a refused submission */
        get: operations["readRefusal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refusals/{id}/documents/body": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        /**
         * Download the body of a refused submission
         * @description The body byte for byte as it came, after inflation.
         */
        get: operations["readRefusedBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refusals/{id}/documents/view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        /**
         * Look at a refused submission
         * @description A page (PDF) of the invoice with its findings, as far as the submission can be read. It has no payment code.
         */
        get: operations["viewRefusal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link for one reader
         * @description The link opens report and page of this one invoice without a key, for the colleague who has to correct it. It works for seven days at
         *     most, no longer than the key that makes it, and can be revoked. A suspended client makes none (403). Only this answer has it. Making, opening and revoking it are in the audit log.
         */
        post: operations["shareInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refusals/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link for one reader
         * @description The link opens report and page of this one refused submission without a key, for the colleague who has to correct it. It works for seven days at
         *     most, no longer than the key that makes it, and can be revoked. A suspended client makes none (403). Only this answer has it. Making, opening and revoking it are in the audit log.
         */
        post: operations["shareRefusal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links for one reader
         * @description The links that still work, newest first, 100 a page: which document, who made it, until when, and when it was last read. A link ends at
         *     its time, when it is revoked, with the key that made it, and for good when its client is suspended or closed.
         */
        get: operations["listShares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shares/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example shr_5f0c2b7e9a1d4c3b8e6f7a06 */
                id: components["parameters"]["ShareId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a link
         * @description It stops to work at once. Revoking again changes nothing.
         */
        post: operations["revokeShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/share/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example shr_5f0c2b7e9a1d4c3b8e6f7a05.0123456789abcdef0123456789abcdef0123456789abcdef */
                token: components["parameters"]["ShareToken"];
            };
            cookie?: never;
        };
        /**
         * Open the report that a link shows
         * @description A page for people. It is not to be indexed or kept (`noindex`, `no-store`).
         */
        get: operations["openShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/share/{token}/page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example shr_5f0c2b7e9a1d4c3b8e6f7a05.0123456789abcdef0123456789abcdef0123456789abcdef */
                token: components["parameters"]["ShareToken"];
            };
            cookie?: never;
        };
        /** Open the page of the invoice that a link shows */
        get: operations["openSharedPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to invoices, by hour or day
         * @description One row for each route and hour of the last 24 (the present one included), or each route and UTC day of the last 30; the oldest first, zeros
         *     included. Sent invoices count in the hour in which it happened: `received` when they came, `delivered` when they were first ready, accepted or
         *     delivered, `refused` when they were first refused by the checks or the network or given up, `care` for each care row that opened. Deleted
         *     invoices stay counted. A client key gets its own client's counts; the operator's keys those of all clients, or of one.
         */
        get: operations["readActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what begins or ends within 30 days
         * @description Credentials (tokens, certificates) by their last day, and rule packs by their first and last day, today included; the soonest first. A client
         *     key gets its own client's credentials; the operator's keys those of all clients, or of one. At most 500 credentials. Values are never shown.
         */
        get: operations["readCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the routes answer
         * @description A row for each route: the last answer, since when there is none, and what waits. A client key sees what came of its own client's calls
         *     and invoices alone; the operator sees all clients, or the one that the call names. An outage is over once the route worked for one of
         *     the clients.
         */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the time of the service
         * @description In a sandbox with `CLOCK_CONTROL=1` it runs ahead of real time by what `POST /clock` has added.
         */
        get: operations["readClock"];
        put?: never;
        /**
         * Move the clock of a sandbox forward
         * @description For the operator's key of a sandbox with `CLOCK_CONTROL=1`; any other service answers 404. Waits, deadlines and the retention of
         *     every client follow. The simulated networks keep the machine's time.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the live processes
         * @description Processes that gave a sign of life in the last minute, and how many of them take the due work of each lane. For the operator's keys.
         */
        get: operations["listWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalogue/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain a code */
        get: operations["lookUpCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/codes/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read about a code
         * @description The entry of `GET /catalogue/{code}` without a key, as a page (`Accept: text/html`, as browsers send) or as JSON. `doc_url` of each
         *     finding is the path of this page, so a person without a key can read it.
         */
        get: operations["readCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invoices on which somebody has to act
         * @description One row per invoice and code, newest first. A client key gets its own client's newest 200 rows in the requested status, and further
         *     ones with `after`; the operator's keys get all rows, or those of one client. The limit is 30 calls a minute.
         */
        get: operations["listCare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what has to be done, one row for a remedy
         * @description Open care rows grouped by code, field and owner: how many, since when, and the earliest deadline. The group with the earliest deadline comes
         *     first. `GET /care?catalogue_code=` has the rows. A client key gets the groups of its own client; the operator's keys those of all clients, or
         *     of one. The limit is 30 calls a minute.
         */
        get: operations["listCareGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/groups/handled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark the care rows of a group handled
         * @description Closes the open rows with this code, field and owner, of at most 200 invoices, the oldest first; rows of the same invoices with other codes
         *     stay open. Call again while `truncated` is true. An invoice that a worker holds is counted in `busy` and stays open. A client key closes
         *     rows of its own client; the operator's key those of all clients, or of one. The limit is 30 calls a minute.
         */
        post: operations["markGroupHandled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/groups/reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back that the care rows of a group were marked handled
         * @description Opens the rows with this code of at most 200 invoices, as `POST /care/groups/handled` has named them, if a key has marked them as handled
         *     within the last 15 minutes. Invoices of other clients, without such a row, or cancelled are passed over. An invoice that a worker holds is
         *     counted in `busy` and stays as it is. The limit is 30 calls a minute.
         */
        post: operations["reopenGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/{id}/handled": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an invoice's care rows handled
         * @description Closes all open rows of the invoice, or the one that the body names (extension). A repeated call changes nothing and answers 0. While a
         *     worker holds the invoice, the call answers 503 `busy`.
         */
        post: operations["markHandled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/{id}/reopened": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back that care rows were marked handled
         * @description Opens the rows that a key has marked as handled within the last 15 minutes, or the one that the body names. What the service closed by
         *     itself stays closed; so do the rows of a cancelled invoice. The answer is 0 if there is nothing to open.
         */
        post: operations["reopenCare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/{id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Keep a note with a care row
         * @description Who takes the row and what is known, in place of the note before. Without `note` and `assignee` the row has none. The note is sealed under
         *     the key of the client, shown by `GET /care` and by nothing else, and deleted with the invoice. The audit log has the row `care_noted`,
         *     without the text. If the trouble comes back, the row still has it.
         */
        put: operations["noteOnCare"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/care/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        /**
         * Read the stored files of an invoice on the care list
         * @description Also for an invoice whose rows are all handled. The limit is 10 calls a minute.
         */
        get: operations["readEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List client records
         * @description By client id in byte order, 500 a page. For the operator's keys and for partner keys; a partner key gets the clients of its own
         *     partner. A client with keys but no record is not listed.
         */
        get: operations["listClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{client}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example demo */
                client: string;
            };
            cookie?: never;
        };
        /**
         * Read a client's record
         * @description A client's admin key reads its own, the operator's keys any. Settings of connectors are not returned; `connectors_set` names the groups
         *     that are set. A client without a record answers 404.
         */
        get: operations["readProfile"];
        /**
         * Set a client's record
         * @description For the operator's key. A member that is left out keeps its value; `null` empties it. The same holds for each connector and each
         *     group of its settings; a group is replaced as a whole. Settings of connectors are sealed under the client's data key and never
         *     returned. A deleted client answers 404: its id is not used again.
         */
        put: operations["setProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credentials
         * @description Without their values, by id, 500 a page, revoked ones included. A client's admin key sees its own client's; the operator's key sees
         *     all, or those of one client.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Store a credential
         * @description The secret with which the client logs in at a route. The value is sealed under the client's data key and never returned. A client's
         *     admin key stores it for its own client; the operator's key names the client. In the sandbox a client without a credential uses a
         *     built-in one for the simulator, and base addresses in credentials are ignored. In production an address that is not https or not
         *     public answers 400 (`field` is `value`), and is checked again before each call; the operator may allow others (`OUTBOUND_ALLOW`).
         *
         *     | route | kind | `value` |
         *     | --- | --- | --- |
         *     | `PEPPOL` | `access-point` | JSON text `{base_url?, token, sender_participant_id, dialect?, company_id?, callback_header?, callback_secret?, answers_url?}`; `dialect` `phoss-ap` (default), `recommand` (with `company_id`), `e-invoice-be` or `phase4`; `base_url` may be left out of the two providers |
         *     | `PL-KSEF` | `ksef-token`, `ksef-certificate`, `ksef-offline-certificate` | the token, or JSON text `{token, context?}`; JSON text `{certificate, private_key, passphrase?, context?}` (PEM), for both kinds of certificates: the second one signs the codes of offline invoices and never logs in |
         *     | `RO-EFACTURA` | `anaf-oauth` | JSON text `{client_id, client_secret, refresh_token}` |
         *     | `FR-PA` | `pa-oauth` | JSON text `{base_url, client_id, client_secret, …}`, or `platform` in place of `base_url` (`superpdp`, `esalink`, `factpulse`, `flowie`); addresses, log-in, headers, scope and search limits are further members (docs/routes/fr-pa.md) |
         *     | `DE-XRECHNUNG` | `smtp` | JSON text `{host, port, user, password, from}` |
         *
         *     A send uses a live credential (not revoked, `expires_on` not past) whose `legal_entity` is one of the seller's ids, compared without
         *     blanks, case and country prefix. If there is none, it uses one without `legal_entity`. Of several it uses the newest; for `PL-KSEF`
         *     a readable certificate goes before a token. A value that cannot be read counts as refused by the route.
         */
        post: operations["storeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example crd_5f0c2b7e9a1d4c3b8e6f7a03 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read a credential
         * @description Without its value.
         */
        get: operations["readCredential"];
        put?: never;
        /**
         * Replace a credential's value
         * @description Replaces the value and the last day of a live credential. Without `expires_on` it has no last day.
         */
        post: operations["replaceCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example crd_5f0c2b7e9a1d4c3b8e6f7a03 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a credential
         * @description The credential is no longer used; the record stays. A repeated call changes nothing.
         */
        post: operations["revokeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description By id, 500 a page, revoked ones included. A client's admin key sees its own client's; the operator's key sees all, its own and the
         *     partners' included, or those of one client.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key
         * @description Only this answer shows the key. The operator's key makes keys for any client (`local` if none is named). A client's admin key makes
         *     keys for its own client, with scopes that it holds itself. A client has at most 20 live keys.
         */
        post: operations["mintKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the key of this call may do
         * @description Every key may make this call; it counts as `read`.
         */
        get: operations["readOwnKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description The key stops working at once, and so does every key that was made with it. A repeated call answers 200 unchanged and names no other key.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/fr-pa/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Callback of a French platform
         * @description The address to which a client's platform may post that a flow has changed (XP Z12-013, 1.3). The call needs no key: its signature is
         *     checked with `callback_key` of the client's `pa-oauth` credentials. A callback only makes the service ask the platform at once. One that
         *     does not verify gets the same answer; it is dropped and counted. The limits are 60 a minute and client, 600 a minute and address.
         */
        post: operations["hearFrenchPlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/peppol/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer that an access point hands on
         * @description The address to which a client's access point may post answers to its invoices: Invoice Responses and message level statuses (MLS,
         *     MLR). The call needs no key:
         *
         *     | dialect | how the call is authenticated |
         *     | --- | --- |
         *     | `phoss-ap` | the header that `callback_header` of the credential names holds `callback_secret` (forwarding modes `http_post_async` and `http_post_sync`) |
         *     | `e-invoice-be` | the signature of the webhook with `callback_secret` |
         *     | `recommand` | not at all: the call only makes the service read its list |
         *
         *     The answer is stored before the call gets 200; the same answer again changes nothing. A message that is not an answer for the participant
         *     of the credential, such as an invoice, is refused and stays with the access point. Calls without authentication have a limit of 60 a
         *     minute, by client and address.
         */
        post: operations["hearAccessPoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys that proofs are signed with
         * @description A JWK set (RFC 7517) of Ed25519 keys, oldest first. Every key that ever signed stays listed: `iat` tells when it was made, `exp`
         *     when it was retired, in seconds since 1970. The call needs no API key. The set is empty until the first proof.
         */
        get: operations["readSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Service health
         * @description Needs no key. `without=workers` leaves that check out (extension): it is for the probe that decides whether a process takes calls, since
         *     invoices are stored also while no worker runs.
         */
        get: operations["readHealth"];
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
        /** @enum {string} */
        Route: "PEPPOL" | "PL-KSEF" | "RO-EFACTURA" | "FR-PA" | "DE-XRECHNUNG";
        /** @enum {string} */
        Environment: "sandbox" | "production";
        /** @enum {string} */
        Scope: "submit" | "read" | "admin";
        ClientId: string;
        Sha256: string;
        /**
         * @description | state | means |
         *     | --- | --- |
         *     | `received`, `queued`, `validated` | the service works on the invoice; it can be cancelled |
         *     | `submitting` | a call to the route is under way, or its answer was lost |
         *     | `submitted` | the route has the document; its verdict is open |
         *     | `ready` | `DE-XRECHNUNG`: the document is built, checked and can be fetched |
         *     | `accepted` | the route has accepted it: KSeF number, ANAF `ok`, status 200 of the French platform |
         *     | `delivered` | the receiver's side has it: Peppol receipt, French status 203 |
         *     | `rejected` | the route has refused it; `errors` has the reason |
         *     | `validation_failed` | the official rules have refused the document |
         *     | `source_error` | an export or file can no longer be read or mapped |
         *     | `cancelled` | cancelled before it was sent |
         *     | `dead_letter` | given up after six failures; the care list names who acts |
         * @enum {string}
         */
        InvoiceState: "received" | "source_error" | "validated" | "validation_failed" | "queued" | "submitting" | "submitted" | "ready" | "accepted" | "rejected" | "delivered" | "cancelled" | "dead_letter";
        /** @description Either `document`, or `connector` with `export`. */
        Submission: {
            document?: components["schemas"]["CanonicalInvoice"];
            connector?: components["schemas"]["Connector"];
            export?: components["schemas"]["ErpExport"];
            mapping_version?: components["schemas"]["MappingVersion"];
            /** @description The operator names the client (`local` if left out). A client key may name only its own; another answers 403. */
            client?: components["schemas"]["ClientId"];
            /** @description The ERP's own id of the document. The default is the invoice number. */
            invoice_ref?: string;
            /**
             * @description If it is left out or null, the router chooses. If no rule fits, the answer is 422 `EI-ROUTE-UNDECIDED`. If the look-up of the buyer fails, it is 422 `EI-ROUTE-PEPPOL-UNKNOWN`; it is kept like any 422, so send again later with another `Idempotency-Key`.
             * @enum {string|null}
             */
            route?: "PEPPOL" | "PL-KSEF" | "RO-EFACTURA" | "FR-PA" | "DE-XRECHNUNG" | null;
            /** @description A guard: must equal the environment of the key. */
            environment?: components["schemas"]["Environment"];
            /** @description The document to build, if the route offers several. The default is the route's first format. */
            formats?: components["schemas"]["Format"][];
            erp_totals?: components["schemas"]["ErpTotals"];
        };
        /** @description Either `document`, or `connector` with `export`. */
        DryRun: {
            document?: components["schemas"]["CanonicalInvoice"];
            connector?: components["schemas"]["Connector"];
            export?: components["schemas"]["ErpExport"];
            mapping_version?: components["schemas"]["MappingVersion"];
            /** @description Operator only; a client key may name its own. */
            client?: components["schemas"]["ClientId"];
            invoice_ref?: string;
            /** @description The router does not choose here. */
            route: components["schemas"]["Route"];
            environment?: components["schemas"]["Environment"];
            /** @description On `DE-XRECHNUNG` several formats, each of which is built; on other routes one. */
            formats?: components["schemas"]["Format"][];
            erp_totals?: components["schemas"]["ErpTotals"];
        };
        /**
         * @description The kind of the export. `erp-a`: one posted sales invoice or sales credit memo of Microsoft Dynamics 365 Business Central's API
         *     v2.0, with its lines and customer expanded. `erp-b`: one posted customer invoice or credit note (`account.move`) of Odoo. `table`
         *     (extension): a CSV file with one invoice or credit note and a row for each of its lines. The operator can add others. An unknown
         *     connector answers 400.
         * @example erp-a
         * @example erp-b
         * @example table
         */
        Connector: string;
        /**
         * @description The ERP's document as its API returns it. Fields that the mapping does not read are ignored. Any other object, a draft or a list answers
         *     400. A value that the mapping cannot use answers 422; `field` names the ERP's field. A table is `{ "csv": … }` with its text, or
         *     `{ "csv_base64": … }` with the bytes of the file in UTF-8 or Windows-1252; `field` then names row and column. `docs/connectors.md`
         *     explains the mappings.
         */
        ErpExport: {
            [key: string]: unknown;
        };
        /** @description The version of the connector's mapping. The default is the version in the client's settings, else the live one. An unknown or withdrawn version answers 400. */
        MappingVersion: string;
        /**
         * @description `suspended`: calls that submit an invoice to send answer 403. `closed`: all calls but reads answer 403. The other stages restrict nothing.
         * @enum {string}
         */
        ClientStage: "onboarding" | "sandbox" | "live" | "suspended" | "closed";
        ClientRecord: {
            client: components["schemas"]["ClientId"];
            name: string | null;
            partner: string | null;
            stage: components["schemas"]["ClientStage"];
            contact_email: string | null;
            /** @enum {string} */
            language?: "en" | "de" | "fr" | "pl" | "ro";
            legal_entities: string[];
            countries: string[];
            /** @description Days after its last change that a finished invoice without open care rows is deleted; null keeps it. */
            retention_days?: number | null;
            /** @description Routes whose received invoices are fetched, with the client's credentials and through the intake of `POST /received`. */
            collect?: components["schemas"]["Route"][];
            /** @description Whether invoices are fetched, too, that name the client as a third party, such as a factor or a payer (`PL-KSEF`). */
            collect_third_party?: boolean;
            /** Format: date-time */
            updated_at: string;
            plausibility?: components["schemas"]["Plausibility"];
            /** @description Only in the answer of PUT. For each connector, the names of the groups that are set. */
            connectors_set?: {
                [key: string]: string[];
            };
        };
        ClientProfile: {
            name?: string | null;
            partner?: string | null;
            /** @enum {string|null} */
            stage?: "onboarding" | "sandbox" | "live" | "suspended" | "closed" | null;
            contact_email?: string | null;
            /**
             * @description Of texts in answers, if a call asks for none. Webhook events are in English.
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "pl" | "ro" | null;
            legal_entities?: string[] | null;
            countries?: string[] | null;
            /**
             * @description For each connector, its settings: `seller` and `payment` in canonical form, `currency` (for an ERP that leaves it out), `notes` and
             *     `mapping_version`. Production accepts an export only if the settings have `seller.name`, `seller.address` with `street`, `city`,
             *     `postcode` and `country`, `seller.vat_id` or `seller.tax_number`, `payment.means_code`, and `payment.iban` for the means 30 and 58.
             */
            connectors?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Defaults for the client's invoices on `FR-PA`: for canonical documents and exports, not for finished files. They are stored
             *     sealed; an invoice uses those of its intake, and each use is reported as `EI-ADAPTED`. The invoice's own
             *     `invoice.business_process` and its own note of the same subject go before them, and `item_kind` on all lines goes before the
             *     letter of the process. A process "paid" (2) on an unpaid invoice, or "final" (4) on an invoice of an advance, is written as 1.
             *     Without defaults the service writes `M1` and notes with the usual texts.
             */
            fr?: {
                /** @description BT-23, one of B1, S1, M1, B2, S2, M2, S3, B4, S4, M4, S5, S6, B7, S7; another answers 400. */
                business_process?: string;
                /**
                 * @description The VAT regime, which decides the periods of tax reports.
                 * @enum {string}
                 */
                vat_regime?: "monthly" | "quarterly" | "simplified" | "franchise";
                /** @description VAT on services falls due on invoicing, so payments of services are not reported. */
                vat_on_debits?: boolean;
                /**
                 * @description Who reports sales to consumers and to businesses abroad: `own`: the service sends reports (FRR) through the platform, and such
                 *     sales are not sent as invoices. `platform`: the platform derives the reports from the invoices. Ask the platform. Needs
                 *     `vat_regime`. Without it a sale to a consumer without an electronic address is refused.
                 * @enum {string}
                 */
                reports?: "own" | "platform";
                /**
                 * @description Received invoices of sellers abroad are reported as purchases once they are `validated`: `eu`: from the EU; `all`: services
                 *     from elsewhere, too. Needs `reports` `own`. It does not apply to invoices that were checked before.
                 * @enum {string}
                 */
                purchases?: "eu" | "all";
                notes?: {
                    PMT?: string;
                    PMD?: string;
                    AAB?: string;
                };
            } | null;
            /**
             * @description Buyers to whom the service mails documents of `DE-XRECHNUNG` once they are `ready`. Without it nothing is mailed. An invoice uses
             *     the record at the end of its check. See docs/routes/de-xrechnung.md.
             */
            de?: {
                mail?: {
                    language?: components["schemas"]["MailLanguage"];
                    reply_to?: components["schemas"]["MailAddress"];
                    buyers: {
                        /** @description BT-48. */
                        vat_id?: string;
                        /** @description BT-10; of a public buyer its Leitweg-ID. */
                        buyer_reference?: string;
                        to: components["schemas"]["MailAddress"];
                        language?: components["schemas"]["MailLanguage"];
                    }[];
                };
            } | null;
            collect?: components["schemas"]["Route"][] | null;
            collect_third_party?: boolean | null;
            retention_days?: number | null;
            plausibility?: components["schemas"]["Plausibility"] | null;
        };
        /**
         * @description The language of the mail; English if left out.
         * @enum {string}
         */
        MailLanguage: "en" | "de" | "fr" | "pl" | "ro";
        MailAddress: string;
        /**
         * @description What follows from contents that look wrong although every rule passes, by code: `warn` (if left out), `refuse` (422, also the verdict of
         *     a dry run), or `off`. The object is replaced as a whole. An invoice that was taken in already is never refused.
         */
        Plausibility: {
            "EI-DATE-AHEAD"?: components["schemas"]["PlausibilityMode"];
            "EI-DUE-BEFORE-ISSUE"?: components["schemas"]["PlausibilityMode"];
            "EI-DEADLINE-PASSED"?: components["schemas"]["PlausibilityMode"];
            "EI-VAT-RATE"?: components["schemas"]["PlausibilityMode"];
            "EI-CREDIT-NEGATIVE"?: components["schemas"]["PlausibilityMode"];
            "EI-IBAN-COUNTRY"?: components["schemas"]["PlausibilityMode"];
            "EI-FR-EXEMPT-CODE"?: components["schemas"]["PlausibilityMode"];
            "EI-PAID-TOO-MUCH"?: components["schemas"]["PlausibilityMode"];
            "EI-NUMBER-REPEATED"?: components["schemas"]["PlausibilityMode"];
            "EI-TOTAL-UNUSUAL"?: components["schemas"]["PlausibilityMode"];
            "EI-FR-CREDIT-REFUSED"?: components["schemas"]["PlausibilityMode"];
            "EI-VAT-OF-DAY"?: components["schemas"]["PlausibilityMode"];
            "EI-FR-NOT-REPORTED"?: components["schemas"]["PlausibilityMode"];
        };
        /** @enum {string} */
        PlausibilityMode: "warn" | "refuse" | "off";
        /** @enum {string} */
        Format: "xrechnung-ubl" | "xrechnung-cii" | "zugferd" | "ubl" | "cii" | "facturx" | "fa3";
        /**
         * @description Totals that the ERP computed. Each is optional, and is compared at two decimals with the total of the lines. A difference
         *     answers 422 `EI-TOTALS-MISMATCH`.
         */
        ErpTotals: {
            /** @description BT-109 */
            total_without_vat?: components["schemas"]["Decimal"];
            /** @description BT-110 */
            total_vat?: components["schemas"]["Decimal"];
            /** @description BT-112 */
            total_with_vat?: components["schemas"]["Decimal"];
            /** @description BT-115 */
            amount_due?: components["schemas"]["Decimal"];
        };
        /** @description A JSON number or a decimal string; at most 15 digits before and 8 after the point. */
        Decimal: number | string;
        Intake: {
            id: string;
            state: components["schemas"]["InvoiceState"];
            links: components["schemas"]["Links"];
            duplicate_of?: string;
            /** @description Only when the router chose. */
            route?: components["schemas"]["Route"];
            /** @constant */
            route_chosen_by?: "router";
            /** @enum {string} */
            route_rule?: "fr-domestic" | "fr-cross-border" | "pl-domestic" | "ro-domestic" | "be-domestic" | "de-domestic-peppol" | "de-domestic" | "cross-border-peppol";
            /** @description Warnings of the checks at intake. They refuse nothing; the member is left out if there are none. */
            warnings?: components["schemas"]["Finding"][];
        };
        Links: {
            self: string;
            events: string;
        };
        InvoiceCore: {
            id: string;
            invoice_ref: string;
            invoice_number?: string;
            route: components["schemas"]["Route"];
            environment: components["schemas"]["Environment"];
            state: components["schemas"]["InvoiceState"];
            client?: components["schemas"]["ClientId"];
            /** @description The route's id for the invoice: KSeF number, ANAF upload index, SBDH InstanceIdentifier, flow id of the platform. */
            legal_id?: string | null;
            /** @description The buyer's last answer, as in `StatusRequest`. Always null on `PL-KSEF`, `RO-EFACTURA` and `DE-XRECHNUNG`. */
            buyer_status?: string | null;
            document_sha256?: components["schemas"]["Sha256"];
            /** @description Earlier submissions of the same invoice_ref, oldest first; the newest 100. */
            attempts?: components["schemas"]["Attempt"][];
            errors?: components["schemas"]["Finding"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description Indicative filing deadline. Only on `RO-EFACTURA` and `PL-KSEF`, and only if the issue date is known.
             */
            deadline_at?: string;
            /**
             * Format: date-time
             * @description The end of the same day where the tax office is (Warsaw, Bucharest), with its offset from UTC. Warnings count to it.
             */
            deadline_local?: string;
            /**
             * Format: date-time
             * @description The invoice is late after this moment: the end of the last day to file where the tax office is, public holidays counted.
             */
            late_after?: string;
        };
        InvoiceRow: components["schemas"]["InvoiceCore"];
        Invoice: {
            documents: components["schemas"]["DocumentRef"][];
            /** @description What the invoice waits for, in a sentence about it. Left out at its end. */
            waits?: {
                /**
                 * @description `answer`: of a call to the route; `verdict`: the route has it; `decision`: of the operator, after a restore.
                 * @enum {string}
                 */
                for: "check" | "send" | "answer" | "verdict" | "decision";
                /** @example It waits for its check. */
                reason: string;
            };
            /**
             * Format: date-time
             * @description When the service works on a waiting invoice again. Left out if it does not wait.
             */
            next_attempt_at?: string;
            /**
             * @description Only of an invoice whose page reaches the buyer before the route (`pl.offline`): at the issuer's choice, or by the announced
             *     outage that has moved its deadline. In a total failure there is no deadline.
             * @enum {string}
             */
            offline_mode?: "chosen" | "unavailability" | "failure" | "total_failure";
            /** @description The targets of the codes on the page of an offline invoice, from the end of its checks. */
            qr_links?: {
                /**
                 * Format: uri
                 * @description KOD I
                 */
                invoice: string;
                /**
                 * Format: uri
                 * @description KOD II, signed by the Offline certificate of the issuer
                 */
                certificate: string;
            };
            /** @description Warnings of the checks, which refuse nothing. Left out if there are none. */
            warnings?: components["schemas"]["Finding"][];
        } & components["schemas"]["InvoiceCore"];
        /** @enum {string} */
        ReceivedState: "received" | "validated" | "validation_failed";
        ReceivedCore: {
            id: string;
            /** @description The file's own invoice number, else `rail_id`, else the id. */
            invoice_ref: string;
            invoice_number?: string;
            route: components["schemas"]["Route"];
            client: components["schemas"]["ClientId"];
            environment: components["schemas"]["Environment"];
            state: components["schemas"]["ReceivedState"];
            /** @enum {string} */
            direction: "in";
            /** @description The route's own id for the document. */
            rail_id?: string;
            /**
             * @description What holds of the invoice by the messages of the network and the statuses that were sent about it. `rejected`: the network refused it after its delivery; `cancelled`: its seller cancelled it; neither is paid. Left out until there is one.
             * @enum {string}
             */
            present_status?: "received" | "in_process" | "under_query" | "disputed" | "suspended" | "completed" | "conditionally_accepted" | "accepted" | "partially_accepted" | "refused" | "payment_sent" | "paid" | "cancelled" | "rejected";
            document_sha256: components["schemas"]["Sha256"];
            errors?: components["schemas"]["Finding"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ReceivedRow: components["schemas"]["ReceivedCore"];
        ReceivedInvoice: {
            links: components["schemas"]["Links"];
            documents: components["schemas"]["DocumentRef"][];
            /** @description Only in the answer to `POST /received`, if the document had been received before. */
            duplicate_of?: string;
            /** @description Warnings of the checks, which refuse nothing. Left out if there are none. */
            warnings?: components["schemas"]["Finding"][];
        } & components["schemas"]["ReceivedCore"];
        ReceivedList: {
            data: components["schemas"]["ReceivedRow"][];
            total: number;
            page: number;
            page_size: number;
            /** @description By state, with every filter but state. */
            counts_by_state: {
                [key: string]: number;
            };
        };
        Attempt: {
            id: string;
            state: components["schemas"]["InvoiceState"];
            /** Format: date-time */
            created_at: string;
        };
        DocumentRef: {
            kind: string;
            sha256: components["schemas"]["Sha256"];
            href: string;
        };
        Finding: {
            /** @description Explained by `GET /codes/{code}` and `GET /catalogue/{code}`. */
            code: string;
            /** @enum {string} */
            severity?: "error" | "warning" | "information";
            source?: string;
            /** @description What is wrong, in the words of this service. A rule about amounts names the expected and the stated one; the records of invoices name none (`GET /invoices/{id}`). */
            message?: string;
            /** @description What the installed official rule pack says itself, where `message` is in the words of this service. In reports alone: it may quote the document. */
            official_message?: string;
            /** @description The member of the call that is missing or wrong, such as `lines[2].unit_price`. A rule that the built document breaks names the member from which the document was built. */
            field?: string;
            fix_hint?: string;
            /** @description The figure that follows from the document. Not in records of invoices. */
            expected?: string;
            /** @description The figure that the document states; left out if it states none. Not in records of invoices. */
            stated?: string;
            /** @description RFC 6902, on the JSON body of the call: makes the finding go and brings no other. Only where the document or a code list leaves one right value. Not in records of invoices. */
            patch?: {
                /** @enum {string} */
                op: "replace";
                /** @description RFC 6901, `/document/lines/0/unit`. */
                path: string;
                value: string;
            }[];
            /** @enum {string} */
            who_fixes?: "erp" | "us" | "business" | "client" | "buyer" | "route";
            /** @description True if the sender of the call can correct it, also if `who_fixes` names another owner. */
            sender_can_fix?: boolean;
            /** @description Further rules that the same cause breaks. A finding that follows from another stands behind it in a layer of a report; in `errors` and `warnings` of an invoice it stands only here. */
            related?: {
                code: string;
                source: string;
            }[];
            /** @description The location in the checked file. */
            location?: {
                xpath: string;
                line?: number;
                column?: number;
            };
            /** @description Business term of EN 16931, `BT-41`. */
            term?: string;
            /** @description So many further findings are left out after this one: others of its code, or, in the last finding of a list that is cut, the rest. Left out if there are none. */
            truncated?: number;
            /**
             * @description Path of the page that explains the code (`GET /codes/{code}`, no key needed), below the address of this service.
             * @example /codes/BR-DE-5
             */
            doc_url?: string;
        };
        InvoiceList: {
            data: components["schemas"]["InvoiceRow"][];
            total: number;
            page: number;
            page_size: number;
            /** @description With every filter but state; a state with none is left out. */
            counts_by_state: {
                [key: string]: number;
            };
        };
        Series: {
            /** Format: date-time */
            generated_at: string;
            days: number;
            data: {
                /** Format: date */
                date: string;
                route: components["schemas"]["Route"];
                received: number;
                rejected: number;
            }[];
        };
        ActivitySeries: {
            /** Format: date-time */
            generated_at: string;
            /** @enum {string} */
            by: "hour" | "day";
            data: {
                /**
                 * Format: date-time
                 * @description The start of the hour or day.
                 */
                at: string;
                route: components["schemas"]["Route"];
                received: number;
                delivered: number;
                refused: number;
                /** @description Care rows that opened. */
                care: number;
            }[];
        };
        PackName: {
            id: string;
            version: string;
            /** @enum {string} */
            origin: "built-in" | "official" | "edited";
        };
        PackRule: {
            id: string;
            /** @description As the pack writes it, `fatal`. */
            severity?: string;
            /** @description Absent on a declaration of a schema. */
            text?: string;
            /** @description The condition. */
            test?: string;
        };
        PackRules: {
            pack: components["schemas"]["PackName"];
            data: {
                layer: string;
                syntaxes: string[];
                specifications: string[];
                rules: components["schemas"]["PackRule"][];
            }[];
        };
        PackChanges: {
            before: components["schemas"]["PackName"];
            after: components["schemas"]["PackName"];
            data: {
                layer: string;
                syntaxes: string[];
                specifications: string[];
                /**
                 * @description Which of the packs has this file.
                 * @enum {string}
                 */
                in: "both" | "before" | "after";
                added: components["schemas"]["PackRule"][];
                removed: components["schemas"]["PackRule"][];
                changed: {
                    id: string;
                    /** @description Where they differ. */
                    in: ("context" | "test" | "severity" | "words" | "declaration")[];
                    before: components["schemas"]["PackRule"];
                    after: components["schemas"]["PackRule"];
                }[];
                shared: string[];
            }[];
        };
        Calendar: {
            data: {
                /**
                 * Format: date
                 * @description The first day of what begins, the last one of what ends.
                 */
                day: string;
                /** @enum {string} */
                change: "begins" | "ends";
                credential?: {
                    id: string;
                    client: components["schemas"]["ClientId"];
                    route: components["schemas"]["Route"];
                    kind: string;
                };
                pack?: {
                    id: string;
                    version: string;
                    /** @enum {string} */
                    origin: "built-in" | "official" | "edited";
                    layer: string;
                };
            }[];
        };
        EventFeed: {
            data: components["schemas"]["Event"][];
            /** @description The cursor for the next call, as `after`. */
            next: string;
        };
        Webhook: {
            /** Format: uri */
            url: string;
            active: boolean;
            /** Format: date-time */
            secret_rotated_at: string | null;
            contact_email: string | null;
            /** @description Only events of these statuses are delivered; all if left out. */
            events?: components["schemas"]["EventStatus"][];
            last_delivery: {
                /** Format: date-time */
                at: string;
                /** @description Left out if there was no answer. */
                http_status?: number;
            } | null;
            /** @description Only in the call that created or rotated it. */
            secret?: string;
        };
        WebhookWish: {
            /** Format: uri */
            url?: string;
            active?: boolean;
            rotate_secret?: boolean;
            /** Format: email */
            contact_email?: string | null;
            /** @description Statuses whose events are delivered; null means all again. */
            events?: components["schemas"]["EventStatus"][] | null;
        };
        WebhookTest: {
            event_id: string;
            delivered: boolean;
            http_status: number | null;
            error: string | null;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            truncated: boolean;
            /** @description For `after`; only when truncated. */
            next?: string;
        };
        WebhookDelivery: {
            invoice_id: string;
            sequence: number;
            event_id: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "dead";
            /** @description Failed attempts since the schedule began. */
            failures: number;
            /** Format: date-time */
            first_failure_at?: string;
            /** Format: date-time */
            last_attempt_at?: string;
            /**
             * Format: date-time
             * @description While it is pending.
             */
            next_attempt_at?: string;
            /** @description Attempts of all schedules. */
            attempts?: number;
            /** @description Why the last attempt failed. */
            error?: string;
        };
        TriedDelivery: {
            invoice_id: string;
            sequence: number;
            event_id: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "dead";
            /** @description Failed attempts since the schedule began. */
            failures: number;
            /** Format: date-time */
            first_failure_at?: string;
            /** Format: date-time */
            last_attempt_at?: string;
            /**
             * Format: date-time
             * @description While it is pending.
             */
            next_attempt_at?: string;
            /** @description Attempts of all schedules. */
            attempts?: number;
            /** @description Why the last attempt failed. */
            error?: string;
            tries: {
                /**
                 * Format: date-time
                 * @description When the call began.
                 */
                at: string;
                took_ms: number;
                /** @description Absent if there was no answer. */
                http_status?: number;
                /** @description Absent if the event was delivered. */
                error?: string;
                /**
                 * Format: date-time
                 * @description When the next call was due.
                 */
                next_attempt_at?: string;
            }[];
        };
        Replayed: {
            replayed: number;
            truncated: boolean;
        };
        EventList: {
            data: components["schemas"]["Event"][];
        };
        RefusalList: {
            data: components["schemas"]["Refusal"][];
            truncated: boolean;
            /** @description For `after`; only when truncated. */
            next?: string;
        };
        Refusal: {
            id: string;
            client: components["schemas"]["ClientId"];
            /** @enum {string} */
            call: "POST /invoices" | "POST /invoices/xml" | "POST /received";
            route?: components["schemas"]["Route"];
            /** @description `invoice_ref` of the call, else the number of the invoice if it can be told; of a received one its `rail_id`. */
            invoice_ref?: string;
            /** @description The problem type. */
            problem: string;
            /**
             * Format: date-time
             * @description When it was refused last.
             */
            at: string;
            /** Format: date-time */
            first_at: string;
            /** @description How often the same submission was refused. */
            times: number;
            /** Format: date-time */
            kept_until: string;
            errors: components["schemas"]["Finding"][];
            documents: {
                /** @enum {string} */
                kind: "body";
                sha256: string;
                size: number;
                href: string;
            }[];
        };
        ShareWish: {
            /** @description How long it works; 7 if left out. */
            days?: number;
        };
        ShareList: {
            data: components["schemas"]["Share"][];
            truncated: boolean;
            /** @description For `after`; only when truncated. */
            next?: string;
        };
        Share: {
            id: string;
            client: components["schemas"]["ClientId"];
            /** @description The invoice or the refusal. */
            subject: string;
            /** @description The link; only in the answer that makes it. */
            url?: string;
            /** @description The key that made it. */
            made_by: string;
            /** @description Of that key; only in the list. */
            made_by_label?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: date-time
             * @description To a minute.
             */
            last_read_at?: string;
            /** Format: date-time */
            revoked_at?: string;
        };
        RouteList: {
            data: components["schemas"]["RouteState"][];
        };
        RouteState: {
            route: components["schemas"]["Route"];
            /**
             * @description `slow`: the last answer took more than 3 seconds. `no_answer`: there is none, or it is a fault of the route (HTTP 5xx). `not_called`:
             *     no call is known. `no_network`: documents of this route are fetched here.
             * @enum {string}
             */
            state: "works" | "slow" | "no_answer" | "not_called" | "no_network";
            last_answer?: {
                /** Format: date-time */
                at: string;
                /** @description HTTP status, or why there is no answer. */
                answer: string;
                took_ms: number;
            };
            /** Format: date-time */
            last_worked_at?: string;
            /**
             * Format: date-time
             * @description Present during an outage.
             */
            failing_since?: string;
            /** @description Invoices that wait to be sent. */
            queued: number;
            /**
             * Format: date-time
             * @description When the oldest of them came in.
             */
            oldest_queued_at?: string;
        };
        AttemptList: {
            data: components["schemas"]["NetworkCall"][];
        };
        NetworkCall: {
            no: number;
            /**
             * Format: date-time
             * @description When the call began.
             */
            at: string;
            /** @enum {string} */
            purpose: "log_in" | "send" | "look_up" | "status" | "receipt";
            method?: string;
            /** @description Without host, values of a query and secrets. */
            path?: string;
            /**
             * @description `refused`: the service does not call such an address. `unreachable`: no byte has left. `lost`: the call may have arrived, and no whole
             *     answer came.
             * @enum {string}
             */
            outcome: "answered" | "refused" | "unreachable" | "lost";
            /** @description HTTP status of the answer. */
            status?: number;
            /** @description Why there is no answer. */
            reason?: string;
            took_ms?: number;
            /** @description A short error answer without secrets. */
            answer?: string;
            /** @description The answer as the table of the route names it. */
            network_status?: string;
            /** @description What the answer means for the invoice: `held`, `refused`, `unclear`, … */
            taken_as?: string;
            /** @description Catalogue code of a failure. */
            code?: string;
            message?: string;
            /**
             * @description What the service did next.
             * @enum {string}
             */
            next?: "sends" | "tries_again" | "waits" | "looks_up" | "looks_up_again" | "sends_again" | "sends_as_new" | "asks_again" | "ends" | "refuses" | "keeps_receipt";
            /**
             * Format: date-time
             * @description When the next question began; after the last one, when it is due. Absent if none is.
             */
            next_at?: string;
        };
        /** @enum {string} */
        EventStatus: "received" | "source_error" | "validated" | "validation_failed" | "submitted" | "ready" | "accepted" | "rejected" | "delivered" | "cancelled" | "dead_letter";
        Event: {
            event_id: string;
            sequence: number;
            /** Format: date-time */
            occurred_at: string;
            status: string;
            /** @enum {string} */
            direction: "out" | "in";
            /**
             * @description What happened, if the state does not say it. `document_mailed`: the mail server has taken the mail with the document;
             *     `route.submission_id` is its Message-ID. `document_not_mailed`: nothing is mailed any more, and `errors` says why.
             * @enum {string}
             */
            event?: "document_mailed" | "document_not_mailed";
            invoice_ref: string;
            invoice_number?: string;
            country_route: components["schemas"]["Route"];
            environment: components["schemas"]["Environment"];
            legal_id?: string;
            document_sha256?: components["schemas"]["Sha256"];
            buyer_status?: string;
            errors?: {
                code: string;
                source?: string;
                message?: string;
                field?: string;
                fix_hint?: string;
            }[];
            route?: {
                /** @description The route's own reference of this submission. */
                submission_id?: string;
                /** @description The route's answer, without content and secrets. */
                raw?: unknown;
            };
        };
        ValidationReport: {
            /** @description True when every layer is valid. */
            valid: boolean;
            route: components["schemas"]["Route"];
            layers: components["schemas"]["Layer"][];
            documents: {
                kind: string;
                sha256: components["schemas"]["Sha256"];
                /** @description When the file has at most 2 MiB. */
                content_base64?: string;
            }[];
            mapping_version?: string;
            /** @description In the answer of a dry run, findings about the sending: the receiver is not registered in Peppol (or the look-up took longer than a second), a finished file for `RO-EFACTURA` names no CIF, an identifier in a finished file has wrong check digits. They do not change `valid`. Left out if there are none. */
            warnings?: components["schemas"]["Finding"][];
            /**
             * @description What installed packs say that come into force within 120 days of the day of the check, for each such day, the soonest first, at
             *     most four. Left out if no other pack for the document comes. Only packs are compared, not checks by a calendar. Findings of one
             *     code at one place are the same finding; what has moved is in `move`. If several formats are built: of the first one.
             */
            next?: components["schemas"]["ComingVerdict"][];
        };
        ComingVerdict: {
            /**
             * Format: date
             * @description From this day on.
             */
            day: string;
            /** @description The layers with another pack on that day. */
            packs: {
                layer: string;
                pack: components["schemas"]["JudgingPack"];
                /** @description The pack that has judged the invoice; null if the layer ran none. */
                instead: components["schemas"]["JudgingPack"] | null;
            }[];
            /** @description True when every official layer is valid on that day. */
            valid: boolean;
            appear: components["schemas"]["Finding"][];
            disappear: components["schemas"]["Finding"][];
            /** @description Findings with another severity, as they are on that day. */
            change: {
                /** @enum {string} */
                was: "error" | "warning" | "information";
                finding: components["schemas"]["Finding"];
            }[];
            /** @description Findings with the same severity at another place, as they are on that day. */
            move: {
                /** @description The place before. */
                from: {
                    field?: string;
                    location?: {
                        xpath: string;
                        line?: number;
                        column?: number;
                    };
                    term?: string;
                };
                finding: components["schemas"]["Finding"];
            }[];
        };
        JudgingPack: {
            id: string;
            version: string;
            /** @enum {string} */
            origin: "official" | "edited" | "built-in";
            sha256?: components["schemas"]["Sha256"];
        };
        /** @description Names a pack or a day. */
        RadarOrder: {
            client?: components["schemas"]["ClientId"];
            /** @description `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`. Its first day is the day. */
            pack?: string;
            /**
             * Format: date
             * @description The day whose packs judge, to come or past.
             */
            on?: string;
            /** @description Invoices of so many days; all if left out. */
            since_days?: number;
            /** @description Operators only: how each client is told what will refuse its invoices, once all are judged. `care`: a row `EI-COMING` on its care list for each rule and field, at most 20; `mail`: a mail to its `contact_email`. */
            tells?: ("care" | "mail")[];
        };
        RadarList: {
            data: components["schemas"]["Radar"][];
        };
        Radar: {
            id: string;
            /** @description Null if all clients are judged. */
            client: components["schemas"]["ClientId"] | null;
            pack?: string;
            /**
             * Format: date
             * @description The day whose packs judge.
             */
            day: string;
            /**
             * Format: date
             * @description The day with whose packs they are compared.
             */
            compared_with: string;
            /** Format: date */
            since?: string;
            /** @enum {string} */
            state: "running" | "done";
            tells?: ("care" | "mail")[];
            /** @description Invoices at its start. */
            total: number;
            /** @description How many of them are judged, skipped or unjudged. */
            counted: number;
            /** @description Its start, each tenth of its invoices, and its end. */
            progress: {
                /** Format: date-time */
                at: string;
                counted: number;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        RadarResult: {
            id: string;
            /** @description Null if all clients are judged. */
            client: components["schemas"]["ClientId"] | null;
            pack?: string;
            /**
             * Format: date
             * @description The day whose packs judge.
             */
            day: string;
            /**
             * Format: date
             * @description The day with whose packs they are compared.
             */
            compared_with: string;
            /** Format: date */
            since?: string;
            /** @enum {string} */
            state: "running" | "done";
            tells?: ("care" | "mail")[];
            /** @description Invoices at its start. */
            total: number;
            /** @description How many of them are judged, skipped or unjudged. */
            counted: number;
            /** @description Its start, each tenth of its invoices, and its end. */
            progress: {
                /** Format: date-time */
                at: string;
                counted: number;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            expires_at: string;
            judged: number;
            /** @description Cancelled, refused, or without content. */
            skipped: number;
            /** @description Their checks did not run. */
            unjudged: number;
            /** @description Judged invoices whose findings differ. */
            changed: number;
            /** @description Valid before, and no longer. */
            broken: number;
            clients: components["schemas"]["RadarClient"][];
        };
        RadarClient: {
            client: components["schemas"]["ClientId"];
            judged: number;
            /** @description Cancelled, refused, or without content. */
            skipped: number;
            /** @description Their checks did not run. */
            unjudged: number;
            /** @description Judged invoices whose findings differ. */
            changed: number;
            /** @description Valid before, and no longer. */
            broken: number;
            rows: components["schemas"]["RadarRow"][];
            /** @description Changes of further kinds; a client has at most 500 rows. */
            more?: number;
        };
        RadarRow: {
            /** @enum {string} */
            change: "appears" | "disappears" | "severity";
            /** @description The field of the ERP without the numbers of lines; the business term or the path in a finished file. */
            field: string | null;
            code: string;
            source: string;
            /** @enum {string} */
            severity: "error" | "warning" | "information";
            /** @enum {string} */
            was?: "error" | "warning" | "information";
            /** @enum {string} */
            who_fixes?: "erp" | "us" | "business" | "client" | "buyer" | "route";
            invoices: number;
            /** @description The first invoices. */
            examples: string[];
            /** @description RFC 6902, for the body of the call that sent the first example. Only if one right value follows, and the client keeps its invoices without a limit of time. */
            patch?: {
                /** @enum {string} */
                op: "replace";
                path: string;
                value: string;
            }[];
        };
        Layer: {
            layer: string;
            /** @description The document that the layer checked. Only if the call named several formats. */
            format?: components["schemas"]["Format"];
            source: string;
            /** @description The rule pack behind the check; null when it runs none. */
            pack: {
                id: string;
                version: string;
                /** @enum {string} */
                origin: "official" | "edited" | "built-in";
                /** @description SHA-256 of all parts of the pack that decide a verdict. */
                sha256?: components["schemas"]["Sha256"];
            } | null;
            /** @description Rules that somebody added to the built-in pack, in whose place an official or edited pack judges. */
            own_rules_not_run?: string[];
            /** @enum {string} */
            outcome: "valid" | "invalid" | "not_run";
            /**
             * @description INDETERMINATE: the rules of the pack end with an error on this document, as those of their publisher do, so they give no verdict. A
             *     finished file is refused (`EI-RULES-END`, which names the cause); the layer of a document that the service has built is `not_run`.
             */
            indeterminate?: {
                /** @description The code of the W3C, such as `XPTY0004`. */
                error: string;
                /** @description The rule that ended, if known. */
                rule?: string;
            };
            /** @description Only with `not_run`. */
            reason?: string;
            advisory?: boolean;
            /** @description In the document `validation-report` always 0, so that a repeated check stores the same bytes. */
            duration_ms: number;
            /** @description How many findings the layer counted and does not list; left out if it lists all. */
            truncated?: number;
            findings: components["schemas"]["Finding"][];
        };
        StatusOptionList: {
            data: components["schemas"]["StatusOption"][];
        };
        StatusOption: {
            /** @description A value of `buyer_status`, or `message`. */
            status: string;
            /** @description The route's own code. */
            code: string;
            needs_reason: boolean;
            /** @description `amounts` are required; otherwise none may be given. */
            takes_amounts: boolean;
            /** @description The values of `reason_code`; empty if the status has none. */
            reasons: {
                code: string;
                /** @description Of the catalogue. */
                title?: string;
                needs_note: boolean;
            }[];
            /**
             * @description Whether a `note` may be given; `free` also without a reason.
             * @enum {string}
             */
            note: "none" | "with_reason" | "free" | "required";
        };
        StatusRequest: {
            /**
             * @description A value of `buyer_status`; or `message`, a text that changes no status.
             * @enum {string}
             */
            status: "received" | "in_process" | "under_query" | "disputed" | "suspended" | "completed" | "conditionally_accepted" | "accepted" | "partially_accepted" | "refused" | "payment_sent" | "paid" | "message";
            /** @description The route's own code of the reason. */
            reason_code?: string;
            /** @description Text for the other party. Over `FR-PA` only beside a `reason_code`. */
            note?: string;
            /**
             * Format: date
             * @description The day of the payment, for the sale of an invoice that is stated in a tax report (today in Paris if left out). For any other
             *     invoice it is refused.
             */
            paid_on?: string;
            /**
             * @description What was paid, by VAT rate. Of the sale of an invoice that is stated in a tax report an amount below zero is money that went back: it
             *     is taken off the days on which it came in. The report states services of which the seller owes the VAT, and at most what is owed.
             */
            amounts?: {
                /** @description VAT included, in the invoice's currency. */
                amount: string;
                /** @description Percent. */
                vat_rate: string;
            }[];
        };
        /**
         * @description `queued`: collects sales until `send_at`, or waits to be sent; `submitting`, `submitted`: on its way; `accepted` (300) or `rejected`
         *     (301) by the administration. A change of its sales opens an ended report again: another document replaces the first.
         * @enum {string}
         */
        ReportState: "queued" | "submitting" | "submitted" | "accepted" | "rejected";
        ReportRow: {
            id: string;
            client: string;
            route: components["schemas"]["Route"];
            /** @enum {string} */
            environment: "sandbox" | "production";
            state: components["schemas"]["ReportState"];
            /** @enum {string} */
            part: "sales" | "payments" | "purchases";
            /**
             * @description `platform`: the platform derives it, and the service compares it with the invoices that it sent.
             * @enum {string}
             */
            way: "own" | "platform";
            /** @description The SIREN of the seller; of purchases that of the buyer. */
            declarant: string;
            /** Format: date */
            first_day: string;
            /** Format: date */
            last_day: string;
            /** Format: date-time */
            send_at: string;
            /**
             * Format: date-time
             * @description The end of the last day in Paris.
             */
            deadline_at: string;
            /**
             * Format: date-time
             * @description The same moment, with the offset of Paris from UTC.
             */
            deadline_local?: string;
            /** @description How many statements the newest document has. */
            sales_stated: number;
            documents_made: number;
            /** @description The platform's id of the newest flow. */
            legal_id?: string;
            document_sha256?: string;
            errors: components["schemas"]["Finding"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TaxReport: {
            id: string;
            client: string;
            route: components["schemas"]["Route"];
            /** @enum {string} */
            environment: "sandbox" | "production";
            state: components["schemas"]["ReportState"];
            /** @enum {string} */
            part: "sales" | "payments" | "purchases";
            /**
             * @description `platform`: the platform derives it, and the service compares it with the invoices that it sent.
             * @enum {string}
             */
            way: "own" | "platform";
            /** @description The SIREN of the seller; of purchases that of the buyer. */
            declarant: string;
            /** Format: date */
            first_day: string;
            /** Format: date */
            last_day: string;
            /** Format: date-time */
            send_at: string;
            /**
             * Format: date-time
             * @description The end of the last day in Paris.
             */
            deadline_at: string;
            /**
             * Format: date-time
             * @description The same moment, with the offset of Paris from UTC.
             */
            deadline_local?: string;
            /** @description How many statements the newest document has. */
            sales_stated: number;
            documents_made: number;
            /** @description The platform's id of the newest flow. */
            legal_id?: string;
            document_sha256?: string;
            /**
             * Format: date-time
             * @description Since then nothing is sent, because the store was restored from a backup: the operator looks whether the platform has the report, and releases it. Left out if it is not held.
             */
            held_since?: string;
            errors: components["schemas"]["Finding"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            links: {
                self: string;
                events: string;
                evidence: string;
            };
            documents: {
                kind: string;
                sha256: string;
                href: string;
            }[];
        };
        SalesStatement: {
            client?: components["schemas"]["ClientId"];
            seller: {
                /** @description SIREN. */
                company_id: string;
                name: string;
            };
            /**
             * Format: date
             * @description In Paris.
             */
            day: string;
            /**
             * @description TLB1, TPS1, TNT1, TMA1. `not_taxed` has the rate 0; of `margin` the margin is stated.
             * @enum {string}
             */
            category: "goods" | "services" | "not_taxed" | "margin";
            /** @description Transactions of the day. */
            count?: number;
            paid?: boolean;
            replaces?: string;
            amounts: {
                vat_rate: string;
                /** @description Without VAT, in euro. */
                net: string;
                vat: string;
            }[];
        };
        SalesAccepted: {
            data: {
                id: string;
                report_id: string;
                /** Format: date */
                day: string;
                links: {
                    report: string;
                };
            }[];
            /** @description What looks wrong in the totals. They refuse nothing; the member is left out if there are none. */
            warnings?: components["schemas"]["Finding"][];
        };
        StatusAccepted: {
            id: string;
            status: string;
            /** @enum {string} */
            state: "queued";
            links: {
                self: string;
                events: string;
            };
            /** @description What looks wrong in the status, which is sent. The member is left out if there are none. */
            warnings?: components["schemas"]["Finding"][];
        };
        SigningKeys: {
            keys: {
                /** @enum {string} */
                kty: "OKP";
                /** @enum {string} */
                crv: "Ed25519";
                /** @description The public key. */
                x: string;
                /** @description RFC 7638: the thumbprint of the key. */
                kid: string;
                /** @enum {string} */
                use: "sig";
                /** @enum {string} */
                alg: "EdDSA";
                /** @description When it was made. */
                iat: number;
                /** @description When it was retired; absent for the key that signs now. */
                exp?: number;
            }[];
        };
        /** @description What a proof states. Members without a value are left out. */
        Statement: {
            /** @enum {integer} */
            format: 1;
            /**
             * Format: date-time
             * @description When it was signed.
             */
            issued_at: string;
            service_version: string;
            invoice: {
                id: string;
                client: components["schemas"]["ClientId"];
                invoice_ref: string;
                invoice_number?: string;
                route: components["schemas"]["Route"];
                environment: components["schemas"]["Environment"];
                state: components["schemas"]["InvoiceState"];
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
            };
            /** @description The bytes that go or went to the route. */
            document?: {
                kind: string;
                sha256: components["schemas"]["Sha256"];
                size: number;
                /** @description Built by the service; false for a file that was submitted. */
                built_here: boolean;
            };
            /** @description The last official check. */
            check?: {
                /**
                 * Format: date-time
                 * @description Only of a document that passed.
                 */
                checked_at?: string;
                layers: {
                    layer: string;
                    source: string;
                    pack: {
                        id: string;
                        version: string;
                        /** @enum {string} */
                        origin: "official" | "edited" | "built-in";
                        sha256?: components["schemas"]["Sha256"];
                    } | null;
                    /** @enum {string} */
                    outcome: "valid" | "invalid" | "not_run";
                }[];
            };
            /** @description The answer of the route. */
            answer: {
                legal_id: string | null;
                buyer_status: string | null;
                /**
                 * Format: date-time
                 * @description When the submission began.
                 */
                submitted_at?: string;
                /** @description The route's own name for the submission. */
                reference?: string;
                /** @description Codes of the refusal. */
                errors: string[];
            };
            /** @description Every stored file of the invoice. */
            files: {
                kind: string;
                sha256: components["schemas"]["Sha256"];
                size: number;
            }[];
            events: {
                event_id: string;
                sequence: number;
                /** Format: date-time */
                occurred_at: string;
                status: string;
                /** @description Of the bytes of the event, as the webhook delivers them. */
                sha256: components["schemas"]["Sha256"];
            }[];
        };
        Participant: {
            /** @description Scheme and identifier. */
            participant: string;
            /** @enum {string} */
            registered: "yes" | "no" | "unknown";
            /** @description Routes that reach the participant. */
            routes: components["schemas"]["Route"][];
            /** @description Document types that this service builds and that the participant is registered for. */
            document_types: string[];
            /**
             * Format: date-time
             * @description The time of the look-up; of several kept answers the oldest.
             */
            checked_at: string;
        };
        RulePackList: {
            data: components["schemas"]["RulePackRow"][];
            publishers: components["schemas"]["RulePackAge"][];
        };
        /** @description The newest installed release of a publisher, also one that is still to come into force. */
        RulePackAge: {
            publisher: string;
            newest: components["schemas"]["RulePack"];
            /** @description Days since its first day; null if no first day is known. */
            age_days: number | null;
            /** @description The month in which the next release is expected; null if the publisher follows no rhythm. */
            next_expected: string | null;
            /** @description 60 days have passed since the end of that month. */
            is_old: boolean;
            /**
             * Format: uri
             * @description Where the publisher announces releases.
             */
            announced_at: string;
        };
        RulePackRow: {
            /** @description The name of the layer in reports. */
            layer: string;
            syntaxes: string[];
            /** @description Specification identifiers (BT-24); `*` stands for every document for which no other row is chosen. */
            specifications: string[];
            /** @description Null if every installed version begins later. Such a layer is `not_run`. */
            in_force: components["schemas"]["RulePack"] | null;
            /** @description The installed version that begins next. */
            next: components["schemas"]["RulePack"] | null;
        };
        RulePack: {
            id: string;
            version: string;
            /**
             * @description Installed as published, or written for this service.
             * @enum {string}
             */
            origin: "official" | "edited" | "built-in";
            sha256: components["schemas"]["Sha256"];
            /**
             * Format: date
             * @description The first issue date that it applies to; null if the pack states none.
             */
            since: string | null;
            /**
             * Format: date
             * @description The last issue date that it applies to; null if the pack states none.
             */
            until: string | null;
        };
        CareList: {
            data: components["schemas"]["CareRow"][];
            /** @description True, and only there, when the list was cut. */
            truncated?: boolean;
            /** @description For `after`; only when the list was cut. */
            next?: string;
        };
        CareRow: {
            invoice_id: string;
            catalogue_code: string;
            /** @enum {string} */
            who_acts: "erp" | "us" | "business" | "client" | "buyer" | "route";
            /** @description True if the sender of the call can correct it, also if `who_acts` names another owner. Such a row raises no alert for operators. */
            sender_can_fix?: boolean;
            age_seconds: number;
            handled: boolean;
            /**
             * Format: date-time
             * @description Only when handled.
             */
            handled_at?: string;
            /** @description Id of the key that marked it as handled; absent if the service closed the row by itself. */
            handled_by?: string;
            route: components["schemas"]["Route"];
            client: components["schemas"]["ClientId"];
            invoice_ref: string;
            /** Format: date-time */
            deadline_at?: string;
            /**
             * Format: date-time
             * @description The end of the same day where the tax office is.
             */
            deadline_local?: string;
            /**
             * Format: date-time
             * @description The invoice is late after this moment: the end of the last day to file where the tax office is, public holidays counted.
             */
            late_after?: string;
            field?: string;
            fix_hint?: string;
            /** @description Of a row that warns (`EI-COMING`), the rule that will refuse such an invoice, and its first day. */
            coming?: {
                code: string;
                /** Format: date */
                on: string;
            };
            /** @description What people keep with the row. */
            note?: string;
            /** @description Who takes it. */
            assignee?: string;
            /** Format: date-time */
            noted_at?: string;
            /** @description Id of the key. */
            noted_by?: string;
        };
        CareRowWish: {
            /** @description The row; all rows if left out. */
            catalogue_code?: string;
        };
        CareGroupList: {
            data: components["schemas"]["CareGroup"][];
        };
        CareGroup: {
            catalogue_code: string;
            field?: string;
            /** @enum {string} */
            who_acts: "erp" | "us" | "business" | "client" | "buyer" | "route";
            /** @description True if the sender of the call can correct one of them. */
            sender_can_fix: boolean;
            /** @description Open rows; an invoice has one for each code. */
            rows: number;
            clients: number;
            routes: components["schemas"]["Route"][];
            /**
             * Format: date-time
             * @description Of the oldest row.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description The earliest; absent if no row has one.
             */
            deadline_at?: string;
            /**
             * Format: date-time
             * @description The end of that day where the tax office is, as in `Invoice`.
             */
            deadline_local?: string;
            /**
             * Format: date-time
             * @description When that invoice is late, as in `Invoice`.
             */
            late_after?: string;
            fix_hint?: string;
        };
        Evidence: {
            invoice_id: string;
            documents: {
                kind: string;
                sha256: components["schemas"]["Sha256"];
                size: number;
                content_base64: string;
            }[];
        };
        CatalogueEntry: {
            code: string;
            aliases: string[];
            family: string;
            /** @enum {string} */
            who_fixes: "erp" | "us" | "business" | "client" | "buyer" | "route";
            title: string;
            explanation: string;
            fix_hint: string;
            routes: components["schemas"]["Route"][];
            /** @description The layer that reports it. */
            layer: string | null;
            /** @description The business term of the rule, such as `BT-41`. */
            term?: string;
        };
        KeyCore: {
            id: string;
            /** @description `local` for the operator's and partners' keys. */
            client: components["schemas"]["ClientId"];
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["Scope"][];
            label?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            revoked_at?: string;
            /**
             * Format: date-time
             * @description When it was used last, to a minute; absent if it was not since the service notes it.
             */
            last_used_at?: string;
            /**
             * @description Only on keys that belong to no client; the operator sees them.
             * @enum {string}
             */
            kind?: "operator" | "operator-read-only" | "partner";
            /** @description Only on a partner's key. */
            partner?: string;
        };
        CollectiveNumber: {
            /** @description Such as `1111111111-IZ202607-65ED02180000-E7` */
            number: string;
            route: components["schemas"]["Route"];
            ids: string[];
        };
        Credential: {
            id: string;
            client: components["schemas"]["ClientId"];
            route: components["schemas"]["Route"];
            kind: string;
            issued_by: string;
            /** Format: date */
            issued_on: string;
            /** Format: date */
            expires_on?: string;
            environment: components["schemas"]["Environment"];
            legal_entity?: string;
            /** Format: date-time */
            revoked_at?: string;
            /** @description Always true. */
            stored: boolean;
        };
        Key: components["schemas"]["KeyCore"];
        OwnKey: {
            /** @description `key_environment` is the `OPERATOR_KEY` of the service. */
            id: string;
            /** @enum {string} */
            kind: "client" | "operator" | "operator-read-only" | "partner";
            client?: components["schemas"]["ClientId"];
            partner?: string;
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["Scope"][];
            label?: string;
        };
        MintedKey: {
            /** @description Shown once. */
            key: string;
        } & components["schemas"]["KeyCore"];
        RevokedKey: {
            /** @description Keys made under this one that were revoked with it. */
            also_revoked: string[];
        } & WithRequired<components["schemas"]["KeyCore"], "revoked_at">;
        AuditPage: {
            data: components["schemas"]["AuditRow"][];
            /** @description Whether there are more rows. */
            truncated: boolean;
            /** @description For `after`; only when `truncated` is true. */
            next?: string;
        };
        AuditRow: {
            /** Format: date-time */
            at: string;
            /** @description What was done: `key_used`, `key_minted`, `invoice_cancelled`, `export_started`, `data_exported`, … */
            action: string;
            /** @description Id of the key that did it, or `system`. */
            actor: string;
            client?: string;
            /** @description The object that it was done to: an invoice, a key. */
            subject?: string;
            request_id?: string;
            details?: {
                [key: string]: unknown;
            };
            /** @description The number of uses that the row stands for. `at` is the time of the first. */
            times?: number;
            /**
             * Format: date-time
             * @description The time of the last use.
             */
            last_at?: string;
        };
        Clock: {
            /** Format: date-time */
            now: string;
            /** @description `POST /clock` moves it. */
            can_move: boolean;
        };
        WorkerList: {
            data: {
                id: string;
                /** @enum {string} */
                role: "all" | "api" | "worker";
                /** @description Whose due work it takes; none in a process of role `api`. */
                lanes: string[];
                version: string;
                /** @description Fingerprints of the master keys that it was given, during a rotation two. */
                master_keys: string[];
                /** Format: date-time */
                started_at: string;
                /** Format: date-time */
                seen_at: string;
            }[];
            /** @description Every lane that has work. */
            lanes: {
                lane: string;
                workers: number;
            }[];
        };
        Health: {
            /**
             * @description `starting` (extension): the process is not ready yet.
             * @enum {string}
             */
            status: "ok" | "starting" | "failing";
            /** @description The version of the program, `info.x-service-version`. `info.version` is the version of the interface. */
            version: string;
            environment: components["schemas"]["Environment"];
            /** @description `q` of `GET /invoices` finds words of the buyer, too (`PARTY_SEARCH`). */
            party_search?: boolean;
            checks: {
                store?: string;
                master_key?: string;
                scheduler?: string;
                validators?: string;
                rule_packs?: string;
                workers?: string;
                descriptors?: string;
                log?: string;
            };
        };
        Problem: {
            /** @description `{problem_base}/` and one of the names in `x-problem-types`. */
            type: string;
            title: string;
            status: number;
            detail?: string;
            errors?: components["schemas"]["Finding"][];
            /** @description Of a refused submission that is kept: `GET /refusals/{id}`. */
            refusal_id?: string;
        };
        /**
         * @description The invoice in EN 16931 terms. The service computes the totals from the lines. A document that breaks this schema answers 422, not 400,
         *     with one `EI-SCHEMA` finding per member; `POST /validate` reports it. Numbers may be JSON numbers or decimal strings. Text is trimmed,
         *     and characters that XML cannot carry are removed; empty text counts as left out.
         */
        CanonicalInvoice: {
            lang?: string;
            /** @description ISO 3166-1 alpha-2 country codes */
            country?: string;
            /** @enum {string} */
            profile?: "xrechnung" | "ro-cius" | "peppol" | "facturx" | "fr-ctc";
            invoice: components["schemas"]["InvoiceHeader"];
            /** @description BG-4 */
            seller: components["schemas"]["Seller"];
            /** @description BG-7 */
            buyer: components["schemas"]["Buyer"];
            /** @description BG-25; at least one, except in a correction of a party or of a period on PL-KSEF */
            lines: components["schemas"]["Line"][];
            /** @description BG-16 */
            payment?: components["schemas"]["Payment"];
            /** @description BT-13 */
            order_reference?: string;
            /** @description BT-12 */
            contract_reference?: string;
            /** @description BT-11 */
            project_reference?: string;
            /** @description BT-14 */
            sales_order_reference?: string;
            /** @description BT-15 */
            receiving_advice_reference?: string;
            /** @description BT-16 */
            despatch_advice_reference?: string;
            /** @description BT-17 */
            tender_reference?: string;
            /** @description BT-18 */
            invoiced_object?: components["schemas"]["InvoicedObject"];
            /** @description BT-19 */
            accounting_reference?: string;
            /** @description BG-3 */
            preceding_invoices?: components["schemas"]["PrecedingInvoice"][];
            /** @description PL-KSEF, FR-PA: advance invoices that this final invoice settles. PL-KSEF takes their amounts off; FR-PA names them (BT-25) and states what they charged as paid (BT-113) */
            advance_invoices?: components["schemas"]["AdvanceInvoice"][];
            /** @description BG-13 */
            delivery?: components["schemas"]["Delivery"];
            /** @description BG-20 */
            allowances?: components["schemas"]["DocumentAdjustment"][];
            /** @description BG-21 */
            charges?: components["schemas"]["DocumentAdjustment"][];
            /** @description BG-23 */
            vat_exemption?: components["schemas"]["VatExemption"][];
            /** @description BG-24 */
            attachments?: components["schemas"]["Attachment"][];
            /** @description BG-11 */
            tax_representative?: components["schemas"]["TaxRepresentative"];
            /** @description BG-10 */
            payee?: components["schemas"]["Payee"];
            correction?: components["schemas"]["Correction"];
            pl?: components["schemas"]["PolishMarks"];
        };
        InvoiceHeader: {
            /** @description BT-1 */
            number: string;
            /**
             * Format: date
             * @description BT-2
             */
            issue_date: string;
            /**
             * Format: date
             * @description BT-9
             */
            due_date?: string;
            /** @description BT-3, a number or its digits as text; 380 if it is left out */
            type_code?: (380 | 381 | 384 | 389 | 326 | 386 | 875 | 876 | 877) | ("380" | "381" | "384" | "389" | "326" | "386" | "875" | "876" | "877");
            /** @description BT-5: ISO 4217 currency codes */
            currency: string;
            /** @description BT-6: ISO 4217 currency codes */
            vat_currency?: string;
            vat_exchange_rate?: components["schemas"]["Decimal"];
            /** @description BT-111 as booked; wins over the exchange rate */
            vat_total_in_vat_currency?: components["schemas"]["Decimal"];
            /**
             * Format: date
             * @description BT-7
             */
            tax_point_date?: string;
            /** @description BT-8, in place of the date: 3 issue, 35 delivery, 432 payment */
            vat_date_code?: (3 | 35 | 432) | ("3" | "35" | "432");
            /**
             * @description BT-23 in France: what is sold and how it is billed. Other routes set their own
             * @enum {string}
             */
            business_process?: "B1" | "S1" | "M1" | "B2" | "S2" | "M2" | "S3" | "B4" | "S4" | "M4" | "S5" | "S6" | "B7" | "S7";
            /** @description BT-10 */
            buyer_reference?: string;
            /** @description BG-14 */
            period?: components["schemas"]["Period"];
            /** @description BG-1 */
            notes?: (string | components["schemas"]["Note"])[];
        };
        Note: {
            /** @description BT-21: subjects of notes (UNTDID 4451) */
            subject_code?: string;
            /** @description BT-22 */
            text: string;
        };
        Period: {
            /** Format: date */
            start?: string;
            /** Format: date */
            end?: string;
        };
        Seller: {
            /** @description BT-27 */
            name: string;
            /** @description BT-28 */
            trading_name?: string;
            /** @description BT-29; one of them is enough if there is no VAT id */
            ids?: components["schemas"]["Identifier"][];
            /** @description BT-31 */
            vat_id?: string;
            /** @description BT-32 */
            tax_number?: string;
            /** @description BT-30 */
            company_id?: string;
            /** @description BT-30-1 (ICD); the default follows from the country */
            company_id_scheme?: string;
            /** @description BT-33 */
            register?: string;
            /** @description BT-33 */
            managing_directors?: string;
            /** @description BT-33 */
            legal_info?: string;
            /** @description BG-5 */
            address: components["schemas"]["Address"];
            /** @description BT-34 */
            endpoint?: components["schemas"]["Endpoint"];
            /** @description BG-6 */
            contact?: components["schemas"]["Contact"];
            brand_color?: string;
            accent_color?: string;
        };
        Address: {
            street?: string;
            line2?: string;
            line3?: string;
            city?: string;
            postcode?: string;
            region?: string;
            /** @description ISO 3166-1 alpha-2 country codes */
            country: string;
        };
        Identifier: {
            id: string;
            /** @description identifier schemes of ISO 6523 (ICD) */
            scheme?: string;
        };
        InvoicedObject: {
            id: string;
            /** @description kinds of objects (UNTDID 1153) */
            scheme?: string;
        };
        Endpoint: {
            id: string;
            /** @description electronic address schemes (EAS) */
            scheme: string;
        };
        Contact: {
            name?: string;
            phone?: string;
            email?: string;
        };
        Buyer: {
            /** @description BT-44 */
            name: string;
            /** @description BT-45 */
            trading_name?: string;
            /** @description BT-48 */
            vat_id?: string;
            /** @description BT-47 */
            company_id?: string;
            /** @description BT-47-1 (ICD); the default follows from the country */
            company_id_scheme?: string;
            /** @description BT-47 */
            tax_number?: string;
            /** @description BT-46 */
            reference?: string;
            /** @description BT-46-1 (ICD) */
            reference_scheme?: string;
            /** @description The default follows from the route */
            is_consumer?: boolean;
            /** @description BG-8 */
            address: components["schemas"]["Address"];
            /** @description BT-49 */
            endpoint?: components["schemas"]["Endpoint"];
            /** @description BG-9 */
            contact?: components["schemas"]["Contact"];
        };
        Line: {
            /** @description BT-126 */
            id?: string;
            /** @description BT-153 */
            name: string;
            /** @description BT-154 */
            description?: string;
            /** @description BT-127 */
            note?: string;
            /** @description BT-128 */
            invoiced_object?: components["schemas"]["InvoicedObject"];
            /** @description BT-129 */
            quantity: components["schemas"]["Decimal"];
            /** @description BT-130: units of UN/ECE Recommendation 20 and 21 */
            unit: string;
            /** @description BT-146, without VAT; needed unless every line has unit_price_with_vat */
            unit_price?: components["schemas"]["Decimal"];
            /** @description PL-KSEF only, in place of unit_price, on every line or on none (P_9B, P_11A) */
            unit_price_with_vat?: components["schemas"]["Decimal"];
            /** @description BT-149 */
            price_base_quantity?: components["schemas"]["Decimal"];
            /** @description BT-148 */
            gross_price?: components["schemas"]["Decimal"];
            /** @description BT-147 */
            price_discount?: components["schemas"]["Decimal"];
            /**
             * @description BT-151
             * @enum {string}
             */
            vat_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            /** @description BT-152 */
            vat_rate?: components["schemas"]["Decimal"];
            /** @description BG-26 */
            period?: components["schemas"]["Period"];
            /** @description BT-132 */
            order_line?: string;
            /** @description BT-133 */
            accounting_reference?: string;
            /** @description BT-155 */
            seller_item_id?: string;
            /** @description BT-156 */
            buyer_item_id?: string;
            /** @description BT-157 */
            standard_item_id?: components["schemas"]["StandardItemId"];
            /** @description BT-158 */
            classification?: components["schemas"]["Classification"][];
            /** @description BT-159: ISO 3166-1 alpha-2 country codes */
            country_of_origin?: string;
            /** @description BG-32 */
            attributes?: components["schemas"]["ItemAttribute"][];
            /** @description BG-27 */
            allowances?: components["schemas"]["LineAdjustment"][];
            /** @description BG-28 */
            charges?: components["schemas"]["LineAdjustment"][];
            /**
             * @description On every line or on none; no term
             * @enum {string}
             */
            item_kind?: "goods" | "services";
            /** @description PL-KSEF only: the line before the correction (StanPrzed). The line after the correction follows it, unless the correction removes the line */
            before_correction?: boolean;
            pl?: components["schemas"]["PolishLineMarks"];
        };
        /** @description Members that only FA(3) has. The default of each follows from the invoice */
        PolishMarks: {
            /** @description P_18A */
            split_payment?: boolean;
            /** @description P_16 */
            cash_accounting?: boolean;
            /** @description P_18 */
            reverse_charge?: boolean;
            /** @description P_23 */
            triangular_simplification?: boolean;
            /** @description Every line of category S is at the rate of the country of the consumer (OSS): P_12_XII, P_13_5, P_14_5 */
            one_stop_shop?: boolean;
            /** @description The buyer gets the page with KOD I and KOD II before KSeF gets the document (offline24) */
            offline?: boolean;
            /** @description Of an offline invoice: replaces the refused document of the same invoice_ref, whose page the buyer has */
            technical_correction?: boolean;
            /** @description TP */
            related_parties?: boolean;
            /** @description FP */
            till_receipt?: boolean;
            /** @description ZwrotAkcyzy: a farmer claims excise duty on diesel fuel back */
            excise_refund?: boolean;
            /** @description P_42_5: the buyer takes the new means of transport away without another vehicle */
            export_document?: boolean;
            /** @description NrEORI of the seller */
            seller_eori?: string;
            /** @description NrEORI of the buyer */
            buyer_eori?: string;
            /**
             * @description StatusInfoPodatnika
             * @enum {string}
             */
            seller_status?: "liquidation" | "restructuring" | "bankruptcy" | "inherited_enterprise";
            /** @description LinkDoPlatnosci: a link with IPKSeF= in its query, at most 512 characters */
            payment_link?: string;
            /** @description IPKSeF: three digits and ten letters or digits */
            payment_id?: string;
            /** @description P_1M */
            place_of_issue?: string;
            /** @description Podmiot3 */
            third_parties?: components["schemas"]["ThirdParty"][];
            /** @description Zalacznik: data beside the invoice. KSeF takes it only of sellers that are registered for attachments */
            attachment_blocks?: components["schemas"]["AttachmentBlock"][];
            /** @description Payments received before the supply. Required on an advance invoice (386), whose lines are the order */
            payments_received?: components["schemas"]["ReceivedPayment"][];
        };
        /** @description A further party that sees the invoice in KSeF, named by its NIP or internal number */
        ThirdParty: {
            /** @enum {string} */
            role: "recipient" | "original_entity" | "additional_buyer" | "issuer" | "payer" | "local_government_issuer" | "local_government_recipient" | "vat_group_issuer" | "vat_group_recipient" | "employee" | "other";
            name?: string;
            vat_id?: string;
            /** @description IDWew: NIP-nnnnn */
            internal_id?: string;
            company_id?: string;
            /** @description NrEORI */
            eori?: string;
            address?: components["schemas"]["Address"];
            contact?: {
                phone?: string;
                email?: string;
            };
            /** @description Per cent, of an additional buyer */
            share?: components["schemas"]["Decimal"];
            /** @description Of the role other */
            description?: string;
        };
        /** @description How an invoice is corrected (types 381, 384). On other routes than PL-KSEF the reason becomes a note */
        Correction: {
            /** @description PrzyczynaKorekty, BT-22 */
            reason?: string;
            /**
             * @description TypKorekty 1, 2, 3
             * @enum {string}
             */
            effect?: "original_date" | "correction_date" | "other_date";
            /** @description OkresFaKorygowanej */
            period?: string;
            /** @description NrFaKorygowany */
            right_number?: string;
            /** @description P_15ZK: what was paid with a corrected advance invoice, or left to pay on a final one */
            amount_before?: components["schemas"]["Decimal"];
            /** @description Podmiot1K: the seller as the corrected invoice names it */
            seller_before?: components["schemas"]["SellerBefore"];
            /** @description Podmiot2K: the buyer, and additional buyers, as the corrected invoice names them */
            buyers_before?: components["schemas"]["BuyerBefore"][];
        };
        /** @description Its number cannot be corrected. The default is the present number */
        SellerBefore: {
            name: string;
            vat_id?: string;
            address: components["schemas"]["Address"];
        };
        /** @description The number tells the buyer from additional buyers. The default is the number of the buyer */
        BuyerBefore: {
            name: string;
            vat_id?: string;
            tax_number?: string;
            company_id?: string;
            address?: components["schemas"]["Address"];
        };
        /** @description Members that only a line of FA(3) has */
        PolishLineMarks: {
            /** @description P_12_Zal_15: named in annex 15 to the VAT act */
            annex_15?: boolean;
            /** @description GTU_01 to GTU_13 */
            gtu?: string;
            /** @enum {string} */
            procedure?: "WSTO_EE" | "IED" | "TT_D" | "I_42" | "I_63" | "B_SPV" | "B_SPV_DOSTAWA" | "B_MPV_PROWIZJA";
            pkwiu?: string;
            cn?: string;
            pkob?: string;
            /** @description NowySrodekTransportu (P_22): new means of transport that this line supplies to another member state */
            new_transport?: components["schemas"]["NewTransport"][];
        };
        /** @description BlokDanych of Zalacznik */
        AttachmentBlock: {
            /** @description ZNaglowek */
            heading?: string;
            /** @description MetaDane */
            data: components["schemas"]["AttachmentFact"][];
            /** @description Akapit */
            paragraphs?: string[];
            tables?: components["schemas"]["AttachmentTable"][];
        };
        AttachmentFact: {
            key: string;
            value: string;
        };
        /** @description Tabela. A row has one cell for each column, and a cell may be an empty text */
        AttachmentTable: {
            /** @description TMetaDane */
            data?: components["schemas"]["AttachmentFact"][];
            /** @description Opis */
            description?: string;
            columns: {
                title?: string;
                /** @enum {string} */
                type: "date" | "datetime" | "dec" | "int" | "time" | "txt";
            }[];
            rows: {
                cells: string[];
            }[];
            /** @description Suma */
            totals?: string[];
        };
        /** @description A new means of transport, as FA(3) describes it */
        NewTransport: {
            /** @enum {string} */
            kind: "land_vehicle" | "vessel" | "aircraft";
            /**
             * Format: date
             * @description P_22A
             */
            first_used: string;
            /** @description P_22B, P_22C, P_22D: mileage of a land vehicle, working hours of a vessel or an aircraft */
            usage: string;
            /** @description P_22BMK */
            make?: string;
            /** @description P_22BMD */
            model?: string;
            /** @description P_22BK */
            colour?: string;
            /** @description P_22BNR */
            registration?: string;
            /** @description P_22BRP: year of production */
            year?: string;
            /** @description P_22B1, P_22C1, P_22D1: VIN, number of the hull, number of the factory */
            number?: string;
            /**
             * @description Of a land vehicle, if the number is no VIN: P_22B2, P_22B3, P_22B4
             * @enum {string}
             */
            number_kind?: "vin" | "body" | "chassis" | "frame";
            /** @description P_22BT, of a land vehicle */
            type?: string;
        };
        ItemAttribute: {
            /** @description BT-160 */
            name: string;
            /** @description BT-161 */
            value: string;
        };
        StandardItemId: {
            /** @description BT-157 */
            id: string;
            /** @description BT-157: identifier schemes of ISO 6523 (ICD) */
            scheme: string;
        };
        Classification: {
            /** @description BT-158 */
            code: string;
            /** @description BT-158: item classification lists (UNTDID 7143) */
            list: string;
            /** @description BT-158 */
            version?: string;
        };
        LineAdjustment: {
            amount?: components["schemas"]["Decimal"];
            base?: components["schemas"]["Decimal"];
            percent?: components["schemas"]["Decimal"];
            reason?: string;
            /** @description UNTDID 5189 for an allowance, 7161 for a charge */
            reason_code?: number | string;
        };
        Payment: {
            /** @description BT-81: payment means codes (UNTDID 4461) */
            means_code?: number | string;
            /** @description BT-82 */
            means_text?: string;
            /** @description BT-84 */
            iban?: string;
            /** @description BT-84 of an account that has no IBAN */
            account_id?: string;
            /** @description BT-86 */
            bic?: string;
            /** @description BG-17, further ones */
            accounts?: components["schemas"]["Account"][];
            /** @description BG-18 */
            card?: components["schemas"]["Card"];
            /** @description BT-83 */
            reference?: string;
            /** @description BT-20 */
            terms?: string;
            /** @description BT-85 */
            account_name?: string;
            /** @description BT-89 */
            mandate?: string;
            /** @description BT-90 */
            creditor_id?: string;
            /** @description BT-91 */
            debited_iban?: string;
            /** @description BT-113 */
            prepaid_amount?: components["schemas"]["Decimal"];
            /** Format: date */
            prepaid_date?: string;
            /** @description BT-114 */
            rounding_amount?: components["schemas"]["Decimal"];
            paid_to?: string;
        };
        Account: {
            /** @description BT-84 */
            iban?: string;
            /** @description BT-84 of an account that has no IBAN */
            account_id?: string;
            /** @description BT-85 */
            account_name?: string;
            /** @description BT-86 */
            bic?: string;
        };
        Card: {
            /** @description BT-87, at most ten digits of it: the last six and the first four */
            number: string;
            /** @description BT-88 */
            holder?: string;
        };
        PrecedingInvoice: {
            /** @description BT-25 */
            number: string;
            /**
             * Format: date
             * @description BT-26
             */
            issue_date?: string;
            route_number?: string;
            /**
             * @description BT-3 of that invoice; PL-KSEF corrects and FR-PA settles advance invoices (386) in a way of their own
             * @enum {string}
             */
            type_code?: "380" | "381" | "384" | "389" | "326" | "386" | "875" | "876" | "877";
        };
        /** @description An advance invoice that is settled (FakturaZaliczkowa; in France BT-25) */
        AdvanceInvoice: {
            number: string;
            /**
             * Format: date
             * @description With it the service finds the KSeF number of an invoice that it sent; FR-PA writes it (BT-26)
             */
            issue_date?: string;
            /** @description Its KSeF number */
            route_number?: string;
            /** @description The amounts that it charged, required on FR-PA; on a correction the difference */
            vat_breakdown?: components["schemas"]["ChargedVat"][];
        };
        ChargedVat: {
            /** @enum {string} */
            vat_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            /** @description Per cent */
            vat_rate?: components["schemas"]["Decimal"];
            taxable_amount: components["schemas"]["Decimal"];
            vat_amount: components["schemas"]["Decimal"];
        };
        ReceivedPayment: {
            /** Format: date */
            date: string;
            /** @description With VAT */
            amount: components["schemas"]["Decimal"];
            /** @description Zlotys for one unit of currency. The default is the rate of the invoice */
            exchange_rate?: components["schemas"]["Decimal"];
        };
        Delivery: {
            /**
             * Format: date
             * @description BT-72
             */
            date?: string;
            /** @description BT-70 */
            name?: string;
            /** @description BT-71 */
            location_id?: components["schemas"]["Identifier"];
            /** @description BG-15 */
            address?: components["schemas"]["Address"];
        };
        DocumentAdjustment: {
            amount?: components["schemas"]["Decimal"];
            base?: components["schemas"]["Decimal"];
            percent?: components["schemas"]["Decimal"];
            reason?: string;
            /** @description UNTDID 5189 for an allowance, 7161 for a charge */
            reason_code?: number | string;
            /** @enum {string} */
            vat_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            vat_rate?: components["schemas"]["Decimal"];
        };
        VatExemption: {
            /**
             * @description BT-118
             * @enum {string}
             */
            vat_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            /** @description BT-120 */
            reason?: string;
            /** @description BT-121: VAT exemption reasons (VATEX) */
            reason_code?: string;
        };
        Attachment: {
            /** @description BT-122 */
            id: string;
            /** @description BT-123 */
            description?: string;
            /** @description BT-125 */
            filename?: string;
            /**
             * @description BT-125
             * @enum {string}
             */
            mime?: "application/pdf" | "image/png" | "image/jpeg" | "text/csv" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.oasis.opendocument.spreadsheet";
            /** @description BT-125 */
            content_base64?: string;
            /** @description BT-124 */
            url?: string;
        };
        TaxRepresentative: {
            /** @description BT-62 */
            name: string;
            /** @description BT-63 */
            vat_id: string;
            /** @description BG-12 */
            address: components["schemas"]["Address"];
        };
        Payee: {
            /** @description BT-59 */
            name: string;
            /** @description BT-60 */
            id?: string;
            /** @description BT-60-1 (ICD) */
            id_scheme?: string;
            /** @description BT-61 */
            company_id?: string;
            /** @description BT-61-1 (ICD) */
            company_id_scheme?: string;
            /** @description PL-KSEF: the payee bought the claim */
            is_factor?: boolean;
        };
    };
    responses: {
        /**
         * @description `bad-request`: the request is malformed; `errors[].field` names the place. `idempotency-key-not-allowed`: a key that begins with
         *     `erp:` on a request that does not accept it.
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthorized`: missing or unknown key. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: the key lacks the scope, or the call is for another client. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not-found`: no such object for this client. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `idempotency-conflict`: the key was used with another request. `request-in-progress`: the first request with this key
         *     still runs.
         */
        IdempotencyRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `received-id-conflict`: the `rail_id` belongs to a document with other bytes; nothing was stored. Or a conflict of the Idempotency-Key
         *     (`idempotency-conflict`, `request-in-progress`).
         */
        ReceiptRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `already-submitted`, `send-in-progress`, `dead-letter`, `dead-letter-reached-rail`, or a conflict of the Idempotency-Key
         *     (`idempotency-conflict`, `request-in-progress`).
         */
        CancelRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `payload-too-large`: the inflated body is over the limit. The answer is not kept under the Idempotency-Key. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported-media-type`: another content type than the call takes, JSON in another charset than UTF-8, or an encoding other than gzip. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `validation-failed`: the invoice failed a check; nothing was queued. `connector-settings-missing`: the client has no complete settings for the connector; `errors` names what is missing, and the answer is not kept under the Idempotency-Key. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate-limited`: too many requests of this client and scope, or too many refused ones of this key or address, or too many without a key of this address or of this link. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`: a failure of the service. Send the same call again with the same key. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `busy`: send the same call again after `Retry-After`. `no-master-key`: this process has no master key, so content cannot be sealed. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
         *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
         *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
         * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
         */
        IdempotencyKey: string;
        /**
         * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
         *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
         *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
         */
        Language: string;
        /** @example DE-XRECHNUNG */
        FileRoute: components["schemas"]["Route"];
        /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
        InvoiceId: string;
        /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
        RefusalId: string;
        /** @example shr_5f0c2b7e9a1d4c3b8e6f7a06 */
        ShareId: string;
        /** @example shr_5f0c2b7e9a1d4c3b8e6f7a05.0123456789abcdef0123456789abcdef0123456789abcdef */
        ShareToken: string;
        /**
         * @description `rcv_` and 24 hex digits. Any other id answers 404.
         * @example rcv_018f2b7e9a1d4c3b8e6f7a01
         */
        ReceivedId: string;
        /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
        EventOfDelivery: string;
        /** @description Checks by the rule packs and calendar of this day, past or to come, instead of those of the invoice's date. */
        RulesOfDay: string;
        /**
         * @description `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`.
         * @example en16931-1.3.16
         */
        Pack: string;
        /**
         * @description `rep_` and 24 hex digits. Any other id answers 404.
         * @example rep_018f2b7e9a1d4c3b8e6f7a01
         */
        ReportId: string;
        /**
         * @description The id of the invoice, sent or received, or of the tax report.
         * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
         */
        CareId: string;
        /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
        Client: components["schemas"]["ClientId"];
        /** @description Comma-separated routes. The default is all. */
        Routes: components["schemas"]["Route"][];
    };
    requestBodies: never;
    headers: {
        /** @description The invoice, as `links.self` (extension). */
        InvoiceLocation: string;
        /** @description `true` when this is the kept answer of an earlier call with the same key. */
        IdempotencyReplayed: "true";
        /** @description Names this call in the service's log. */
        RequestId: string;
        /** @description Seconds until the same call can be repeated. */
        RetryAfter: number;
        /** @description A rate for each window, as a list of structured fields: its name, `q` calls in `w` seconds. Of a 429 it has those of the rate that is used up (extension). */
        RateLimitPolicy: string;
        /** @description The rate that is used up, with `t`, the seconds of `Retry-After` (extension). */
        RateLimit: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listInvoices: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /**
                 * @description Part of invoice_ref or invoice number, in any case. The newest 1,000,000 invoices that match the other filters are searched. In the list of one client also whole words of the buyer's name, all of them, or the buyer's VAT number (extension), once the document is built.
                 * @example RE-2026
                 */
                q?: string;
                /** @description Comma-separated routes. The default is all. */
                route?: components["parameters"]["Routes"];
                /** @description Comma-separated states. */
                state?: components["schemas"]["InvoiceState"][];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                /** @description First UTC day received. */
                received_from?: string;
                /** @description Last UTC day received, inclusive. */
                received_to?: string;
                /**
                 * @description `deadline_at` is earlier than this time. Of those that match the other filters, the newest 1,000,000 invoices are searched.
                 * @example 2026-10-06T00:00:00Z
                 */
                deadline_before?: string;
                /**
                 * @description `deadline_local` is earlier than this time: the day has ended where the tax office is. Searched as `deadline_before`.
                 * @example 2026-10-06T00:00:00Z
                 */
                deadline_local_before?: string;
                /**
                 * @description The invoice is late at this time: `late_after` is earlier. Searched as `deadline_before`.
                 * @example 2026-10-06T00:00:00Z
                 */
                late_by?: string;
                /**
                 * @description The service works on the invoice again before this time, or the work is overdue; searched as `deadline_before`. An invoice that has ended is never due.
                 * @example 2026-10-05T08:00:00Z
                 */
                due_before?: string;
                /** @description By time received; ties break on id. */
                sort?: "newest" | "oldest";
                page?: number;
                page_size?: 25 | 50 | 100 | 200;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submission"];
            };
        };
        responses: {
            /** @description The invoice is stored, now or by an earlier call. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["InvoiceLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Intake"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitFile: {
        parameters: {
            query: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @example DE-XRECHNUNG */
                route: components["parameters"]["FileRoute"];
                /**
                 * @description The ERP's own document id. Echoed in every event.
                 * @example RE-2026-0042
                 */
                invoice_ref: string;
                /**
                 * @description `PL-KSEF`: the buyer gets the page with KOD I and KOD II before KSeF gets the file (offline24), as `pl.offline` of a document. The
                 *     seller and the day of issue are those of the file. Another route answers 400. Left out, the invoice is not offline.
                 */
                offline?: boolean;
                /** @description With `offline`: the file replaces the refused file of the same `invoice_ref`, whose page the buyer has, as `pl.technical_correction`. */
                technical_correction?: boolean;
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file itself, at most 5,000,000 bytes. `text/xml` is read as `application/xml`. A `charset` is ignored, because the file itself states its encoding. */
        requestBody: {
            content: {
                "application/xml": Bytes;
                "text/xml": Bytes;
                "application/pdf": Bytes;
            };
        };
        responses: {
            /** @description The invoice is stored, now or by an earlier call. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["InvoiceLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Intake"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    invoiceSeries: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description UTC days ending today. */
                days?: number;
                /** @description Comma-separated routes. The default is all. */
                route?: components["parameters"]["Routes"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportInvoices: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description The zip. */
            200: {
                headers: {
                    /** @description Number of ids that are not in the zip. */
                    "X-Export-Skipped"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Bytes;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportDataset: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description First UTC day received. */
                from?: string;
                /** @description Last UTC day received, inclusive. */
                to?: string;
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path: {
                /** @example invoices */
                dataset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/zip": Bytes;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description Findings with the figures of the document. Left out, they have none. */
                figures?: boolean;
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    recheckInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description Checks by the rule packs and calendar of this day, past or to come, instead of those of the invoice's date. */
                on?: components["parameters"]["RulesOfDay"];
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationReport"];
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAttempts: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calls; empty before the first one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    proveInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed statement. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/jose": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readDocument: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: {
                /** @description An ETag seen before; 304 when it still stands. */
                "If-None-Match"?: string;
            };
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
                /**
                 * @description A kind from the invoice's `documents`. An unknown kind, or one that does not exist yet, answers 404.
                 *
                 *     | kind | the file |
                 *     | --- | --- |
                 *     | `canonical`, `erp-export` | what the call submitted, JSON |
                 *     | `ubl`, `cii`, `fa3`, `pdf` | a finished file as it came, or the document that the service built |
                 *     | `xrechnung-ubl`, `xrechnung-cii`, `zugferd`, `facturx` | the document that the service built |
                 *     | `validation-report`, `manifest` | the report of the last check; the SHA-256 of the sent bytes with their checks |
                 *     | `upo` | receipt of KSeF |
                 *     | `anaf-response` | signed answer of ANAF, zip |
                 *     | `buyer-message-<index>` | a message of the buyer that ANAF holds under that index, with its signature, zip |
                 *     | `as4-receipt`, `mls`, `invoice-response-<code>` | receipt, message level status and buyer's answers in Peppol |
                 *     | `fr-lifecycle`, `fr-lifecycle-<code>` | the French message that settled the submission; later messages |
                 *     | `unmatched-answer` | a message of a network that fits none or several invoices |
                 * @example canonical
                 */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it is kept. */
            200: {
                headers: {
                    /** @description SHA-256 of the file in double quotes. */
                    ETag?: string;
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/xml": string;
                    "text/html": string;
                    "application/pdf": Bytes;
                    "application/zip": Bytes;
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: {
                /** @description An ETag seen before; 304 when it still stands. */
                "If-None-Match"?: string;
            };
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description SHA-256 of the file in double quotes. */
                    ETag?: string;
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Bytes;
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Goes to the audit log. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The cancelled invoice. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CancelRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSendableStatuses: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statuses, with the reasons that each may have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusOptionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendStatus: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusRequest"];
            };
        };
        responses: {
            /** @description The status is stored; the worker sends it. An event tells the outcome. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `status-not-supported`, `idempotency-conflict`, `request-in-progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReceived: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /**
                 * @description Part of invoice_ref or invoice number, in any case.
                 * @example LF-2026
                 */
                q?: string;
                /** @description Comma-separated routes. The default is all. */
                route?: components["parameters"]["Routes"];
                /** @description Comma-separated states. */
                state?: components["schemas"]["ReceivedState"][];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                /** @description First UTC day received. */
                received_from?: string;
                /** @description Last UTC day received, inclusive. */
                received_to?: string;
                /** @description By time received; ties break on id. */
                sort?: "newest" | "oldest";
                page?: number;
                page_size?: 25 | 50 | 100 | 200;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveInvoice: {
        parameters: {
            query: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @example DE-XRECHNUNG */
                route: components["parameters"]["FileRoute"];
                /**
                 * @description The route's own id for the document.
                 * @example 5265877635-20261005-0100A0B1C2D3-4E
                 */
                rail_id?: string;
                /** @description The client that received the invoice. The operator names it (`local` if left out). A client key may name only its own; another answers 403. */
                client?: components["schemas"]["ClientId"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file itself, at most 5,000,000 bytes. `text/xml` is read as `application/xml`. A `charset` is ignored. */
        requestBody: {
            content: {
                "application/xml": Bytes;
                "text/xml": Bytes;
            };
        };
        responses: {
            /** @description The invoice is stored, now or by an earlier call. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedInvoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ReceiptRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeCollectiveNumber: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description The number. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectiveNumber"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `idempotency-conflict`, `request-in-progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReceived: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The received invoice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedInvoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSendableReceivedStatuses: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statuses, with the reasons that each may have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusOptionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendReceivedStatus: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusRequest"];
            };
        };
        responses: {
            /** @description The status is stored; the worker sends it. An event tells the outcome. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `status-not-supported`, `idempotency-conflict`, `request-in-progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReceivedEvents: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReceivedDocument: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: {
                /** @description An ETag seen before; 304 when it still stands. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
                /**
                 * @description `received-xml` or `received-pdf`: the file as it came; `validation-report`; `fr-lifecycle-<code>`, `invoice-response-<code>`, `message-to-seller`: what was sent to the seller last. Another kind, or one that does not exist yet, answers 404.
                 * @example received-xml
                 */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it is kept. */
            200: {
                headers: {
                    /** @description SHA-256 of the file in double quotes. */
                    ETag?: string;
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/xml": string;
                    "text/html": string;
                    "application/pdf": Bytes;
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewReceived: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: {
                /** @description An ETag seen before; 304 when it still stands. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description `rcv_` and 24 hex digits. Any other id answers 404.
                 * @example rcv_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReceivedId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description SHA-256 of the file in double quotes. */
                    ETag?: string;
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Bytes;
                };
            };
            /** @description Unchanged. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    stateSales: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header: {
                /**
                 * @description 8 to 100 characters, for instance a UUID, kept for 24 hours. The same key with another request answers 409
                 *     `idempotency-conflict`. A key that begins with `erp:` has no time limit; only `POST /invoices` with a connector export accepts it,
                 *     with the operator's key for the client `local`. With the operator's key no key may begin with `client:`.
                 * @example 3e5b6c1e-8f0a-4f5e-9d0c-0a1b2c3d4e5f
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SalesStatement"];
            };
        };
        responses: {
            /** @description The statement is stored. A repeated call gets the first answer. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SalesAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `idempotency-conflict`, `request-in-progress` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                /** @description Comma-separated states. */
                state?: components["schemas"]["ReportState"][];
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportRow"][];
                        /** @description Only if there are more. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReport: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report with its documents. `errors` says what keeps it from being accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReportEvents: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportReportEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Bytes;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReportDocument: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: {
                /** @description An ETag seen before; 304 when it still stands. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description `rep_` and 24 hex digits. Any other id answers 404.
                 * @example rep_018f2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["ReportId"];
                /**
                 * @description `tax-report-<n>`: the nth document that was made for the report; `tax-report-<n>-answer`: the answer to it.
                 * @example tax-report-1
                 */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The XML as it was sent, or as it came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": Bytes;
                };
            };
            /** @description The file is unchanged. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description Checks by the rule packs and calendar of this day, past or to come, instead of those of the invoice's date. */
                on?: components["parameters"]["RulesOfDay"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRun"];
            };
        };
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationReport"];
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": Bytes;
            };
        };
        responses: {
            /** @description An answer for each line, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readAudit: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description `next` of the page before. */
                after?: string;
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEventFeed: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /**
                 * @description `next` of the last answer, or `latest`: only events that come from now on.
                 * @example 2f0c6a0b9d3e4f5a6b7c8d9e5b1f0a6c7d8e9f0a1b2c3d4e5f607182
                 */
                after?: string;
                /** @description Seconds to wait for an event if there is none. */
                wait?: number;
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 100 events, and the cursor for the next call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEvent: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    setWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookWish"];
            };
        };
        responses: {
            /** @description The settings, and the secret if this call made one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `secret-rotation-limit`: `detail` says when the secret can be rotated again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receiver's answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                state?: "pending" | "delivered" | "dead";
                limit?: number;
                /** @description `next` of the page before. A delivery with a new attempt moves to the top. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows; `truncated` if there are more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readDelivery: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path: {
                /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
                event_id: components["parameters"]["EventOfDelivery"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e */
                event_id: components["parameters"]["EventOfDelivery"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    /** Format: date-time */
                    to: string;
                };
            };
        };
        responses: {
            /** @description The number of deliveries that are pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateFile: {
        parameters: {
            query: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @example DE-XRECHNUNG */
                route: components["parameters"]["FileRoute"];
                /** @description Checks by the rule packs and calendar of this day, past or to come, instead of those of the invoice's date. */
                on?: components["parameters"]["RulesOfDay"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file itself, at most 5,000,000 bytes. `text/xml` is read as `application/xml`. A `charset` is ignored, because the file itself states its encoding. */
        requestBody: {
            content: {
                "application/xml": Bytes;
                "text/xml": Bytes;
                "application/pdf": Bytes;
            };
        };
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationReport"];
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    lookUpParticipant: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path: {
                /**
                 * @description The scheme of the identifier, four digits (ISO 6523 ICD or EAS code).
                 * @example 0208
                 */
                scheme: string;
                /**
                 * @description The identifier in that scheme.
                 * @example 0123456749
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The participant's registration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Participant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPacks: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A row for each kind of document of each layer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRadars: {
        parameters: {
            query?: {
                /** @description Those of one client. */
                client?: components["schemas"]["ClientId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RadarList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    startRadar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RadarOrder"];
            };
        };
        responses: {
            /** @description It is under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Radar"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readRadar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a radar.
                 * @example rdr_5f0c2b7e9a1d4c3b8e6f7a06
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The radar. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RadarResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPackRules: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`.
                 * @example en16931-1.3.16
                 */
                pack: components["parameters"]["Pack"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, by layer and syntax. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackRules"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPackChanges: {
        parameters: {
            query: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /**
                 * @description The pack to compare with.
                 * @example en16931-1.3.16
                 */
                since: string;
            };
            header?: never;
            path: {
                /**
                 * @description `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`.
                 * @example en16931-1.3.16
                 */
                pack: components["parameters"]["Pack"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, by layer and syntax. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRefusals: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description `next` of the page before. */
                after?: string;
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refusals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readRefusal: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refusal with its findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readRefusedBody: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body. */
            200: {
                headers: {
                    /** @description SHA-256 of the body in double quotes. */
                    ETag?: string;
                    "Content-Disposition"?: string;
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/xml": string;
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewRefusal: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag?: string;
                    "Content-Disposition"?: string;
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The page that the caller has still stands. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    shareInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example inv_5f0c2b7e9a1d4c3b8e6f7a01 */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareWish"];
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    shareRefusal: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e */
                id: components["parameters"]["RefusalId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareWish"];
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listShares: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description `next` of the page before. */
                after?: string;
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeShare: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example shr_5f0c2b7e9a1d4c3b8e6f7a06 */
                id: components["parameters"]["ShareId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    openShare: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example shr_5f0c2b7e9a1d4c3b8e6f7a05.0123456789abcdef0123456789abcdef0123456789abcdef */
                token: components["parameters"]["ShareToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report beside the invoice. */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    "X-Robots-Tag"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The link does not work, or no longer. A browser gets a page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    openSharedPage: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example shr_5f0c2b7e9a1d4c3b8e6f7a05.0123456789abcdef0123456789abcdef0123456789abcdef */
                token: components["parameters"]["ShareToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page (PDF), without a payment code if the invoice is refused. */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    "X-Robots-Tag"?: string;
                    ETag?: string;
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The link does not work, or no longer. A browser gets a page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readActivity: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                by?: "hour" | "day";
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivitySeries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCalendar: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRoutes: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A row for each route. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readClock: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveClock: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description The new time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkers: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of their starts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    lookUpCode: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description A rule id, a route's error code or reason code; ids and aliases, exact case.
                 * @example EI-SCHEMA
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCode: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description A rule id, a route's error code or reason code; ids and aliases, exact case.
                 * @example EI-SCHEMA
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueEntry"];
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCare: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                status?: "open" | "handled" | "all";
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                /** @description Only rows of this code. */
                catalogue_code?: string;
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CareList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCareGroups: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CareGroupList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    markGroupHandled: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    catalogue_code: string;
                    /** @description Left out: the rows that name no field. */
                    field?: string;
                    /** @enum {string} */
                    who_acts: "erp" | "us" | "business" | "client" | "buyer" | "route";
                    client?: components["schemas"]["ClientId"];
                };
            };
        };
        responses: {
            /** @description What was closed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows that this call closed. */
                        handled: number;
                        /** @description Their invoices. */
                        invoice_ids: string[];
                        busy: number;
                        truncated: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reopenGroup: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    catalogue_code: string;
                    invoice_ids: string[];
                };
            };
        };
        responses: {
            /** @description What was opened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows that this call opened. */
                        reopened: number;
                        /** @description Their invoices. */
                        invoice_ids: string[];
                        busy: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    markHandled: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CareRowWish"];
            };
        };
        responses: {
            /** @description The number of rows that this call closed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invoice_id: string;
                        handled: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reopenCare: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CareRowWish"];
            };
        };
        responses: {
            /** @description The number of rows that this call opened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invoice_id: string;
                        reopened: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    noteOnCare: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    catalogue_code: string;
                    note?: string | null;
                    assignee?: string | null;
                };
            };
        };
        responses: {
            /** @description The note as it is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invoice_id: string;
                        catalogue_code: string;
                        note?: string;
                        assignee?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEvidence: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the invoice, sent or received, or of the tax report.
                 * @example inv_5f0c2b7e9a1d4c3b8e6f7a01
                 */
                id: components["parameters"]["CareId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evidence"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description Narrows to one partner's clients. With a partner's key another partner answers 403. */
                partner?: string;
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientRecord"][];
                        truncated: boolean;
                        /** @description Only when truncated. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readProfile: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example demo */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    setProfile: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example demo */
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientProfile"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCredentials: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"][];
                        truncated: boolean;
                        /** @description Only when truncated. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    storeCredential: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client?: components["schemas"]["ClientId"];
                    route: components["schemas"]["Route"];
                    kind: string;
                    issued_by: string;
                    /** Format: date */
                    issued_on: string;
                    /**
                     * Format: date
                     * @description Its last day.
                     */
                    expires_on?: string;
                    /**
                     * @description A guard: it must be that of the key.
                     * @enum {string|null}
                     */
                    environment?: "sandbox" | "production" | null;
                    /** @description VAT id, NIP, SIREN or company id of the seller whose invoices use it. */
                    legal_entity?: string;
                    value: string;
                };
            };
        };
        responses: {
            /** @description The credential without its value. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `credential-exists`: a live one has the same client, route, kind and `legal_entity`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCredential: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example crd_5f0c2b7e9a1d4c3b8e6f7a03 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceCredential: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example crd_5f0c2b7e9a1d4c3b8e6f7a03 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                    /** Format: date */
                    expires_on?: string;
                };
            };
        };
        responses: {
            /** @description The credential without its value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `credential-revoked` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeCredential: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example crd_5f0c2b7e9a1d4c3b8e6f7a03 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential with `revoked_at`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
                /** @description A filter for the operator's keys. A client key may name only its own client; another answers 404. */
                client?: components["parameters"]["Client"];
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        truncated: boolean;
                        /** @description Only when truncated. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    mintKey: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client?: components["schemas"]["ClientId"];
                    scopes: components["schemas"]["Scope"][];
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `key-limit`: the client has 20 live keys. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readOwnKey: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example key_5f0c2b7e9a1d4c3b8e6f7a02 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    hearFrenchPlatform: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: {
                "Afnor-Signature"?: string;
                "Afnor-Signature-Timestamp"?: string;
            };
            path: {
                /** @example acme */
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description Received. The answer does not tell whether it verified. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    hearAccessPoint: {
        parameters: {
            query?: {
                /**
                 * @description The language of texts in the answer: `en`, `de`, `fr`, `pl` or `ro`; a region (`de-AT`) may follow. It goes before `Accept-Language`, and
                 *     this before `language` of the client's record. Another language counts as none; without any the texts are English. `Content-Language`
                 *     names the language, and `en` with it if a text has no translation yet. Codes, fields, figures and `official_message` stay as they are.
                 */
                lang?: components["parameters"]["Language"];
            };
            header?: never;
            path: {
                /** @example acme */
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/xml": Bytes;
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The answer is stored, now or by an earlier call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            /** @description The service reads the provider's list. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readHealth: {
        parameters: {
            query?: {
                /** @description A check that is left out. */
                without?: "workers";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service works. A check can still carry a remark, such as `ok; slow`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            /** @description A check fails, or the process is still starting. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
