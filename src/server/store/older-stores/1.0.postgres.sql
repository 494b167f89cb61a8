SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.audit_entry_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception 'the audit trail is append-only'; end $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.app_user (
    user_id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    password_record text,
    rights text NOT NULL,
    disabled bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE SEQUENCE public.app_user_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.app_user_user_id_seq OWNED BY public.app_user.user_id;
CREATE TABLE public.attachment_piece (
    message_id bigint NOT NULL,
    "position" bigint NOT NULL,
    piece bigint NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE public.audit_entry (
    seq bigint NOT NULL,
    at bigint NOT NULL,
    actor text,
    action text NOT NULL,
    subject text,
    remote_address text,
    hash text NOT NULL,
    session text
);
CREATE TABLE public.audit_head (
    id bigint NOT NULL,
    entries bigint NOT NULL,
    hash text NOT NULL,
    mac text
);
CREATE TABLE public.charged_event (
    event_id text NOT NULL,
    visit_id text NOT NULL,
    practice_id text NOT NULL,
    result bigint NOT NULL,
    withhold_reason text,
    content text NOT NULL,
    received_at bigint NOT NULL,
    received_from text
);
CREATE TABLE public.code_set (
    name text NOT NULL,
    kind text NOT NULL,
    system text NOT NULL,
    fiscal_year bigint NOT NULL,
    in_force_from text NOT NULL,
    in_force_to text NOT NULL,
    billable bigint NOT NULL,
    headers bigint NOT NULL,
    origin text NOT NULL,
    checksum text NOT NULL,
    imported_on text NOT NULL,
    imported_by text NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE public.code_table_part (
    system text NOT NULL,
    "position" bigint NOT NULL,
    format bigint NOT NULL,
    total_length bigint NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE public.code_version (
    id bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.counter (
    name text NOT NULL,
    value bigint NOT NULL
);
CREATE TABLE public.digest_nonce (
    nonce text NOT NULL,
    highest_nc bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.digest_record (
    user_id bigint NOT NULL,
    sha256 text NOT NULL,
    md5 text NOT NULL
);
CREATE TABLE public.fetched_mail (
    user_id bigint NOT NULL,
    mail_key text NOT NULL,
    fetched_at bigint NOT NULL
);
CREATE TABLE public.invoice (
    invoice_number bigint NOT NULL,
    visit_id text NOT NULL,
    event_id text NOT NULL,
    practice_id text NOT NULL,
    currency text NOT NULL,
    total_minor bigint NOT NULL,
    paid_minor bigint NOT NULL,
    lines text NOT NULL,
    created_at bigint NOT NULL,
    created_by text
);
CREATE TABLE public.mailbox_entry (
    user_id bigint NOT NULL,
    message_id bigint NOT NULL,
    received_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.message (
    message_id bigint NOT NULL,
    sender text NOT NULL,
    to_list text NOT NULL,
    cc_list text NOT NULL,
    created_time text,
    subject text NOT NULL,
    size bigint NOT NULL,
    attachment_count bigint NOT NULL,
    received_at bigint NOT NULL
);
CREATE TABLE public.message_attachment (
    message_id bigint NOT NULL,
    "position" bigint NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL
);
CREATE TABLE public.message_body (
    message_id bigint NOT NULL,
    text_body text,
    html_body text
);
CREATE SEQUENCE public.message_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.message_message_id_seq OWNED BY public.message.message_id;
CREATE TABLE public.outgoing_mail (
    outgoing_id bigint NOT NULL,
    message_id bigint NOT NULL,
    sender text NOT NULL,
    sender_user_id bigint,
    recipient text NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    next_attempt_at bigint NOT NULL,
    claimed_by text,
    claimed_until bigint NOT NULL,
    last_error text,
    queued_at bigint DEFAULT 0 NOT NULL,
    may_have_arrived bigint DEFAULT 0 NOT NULL,
    notice_id bigint
);
CREATE SEQUENCE public.outgoing_mail_outgoing_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outgoing_mail_outgoing_id_seq OWNED BY public.outgoing_mail.outgoing_id;
CREATE TABLE public.provider_session (
    id_hash text NOT NULL,
    provider text NOT NULL,
    id_token text NOT NULL
);
CREATE TABLE public.schema_migration (
    name text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.sent_message (
    user_id bigint NOT NULL,
    client_id text NOT NULL,
    message_id bigint,
    content_digest text NOT NULL
);
CREATE TABLE public.server_secret (
    name text NOT NULL,
    secret text NOT NULL
);
CREATE TABLE public.session (
    id_hash text NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    end_reason text,
    remember bigint NOT NULL,
    remote_address text
);
CREATE TABLE public.sign_in_attempt (
    state_hash text NOT NULL,
    browser_hash text NOT NULL,
    provider text NOT NULL,
    code_verifier text NOT NULL,
    nonce text NOT NULL,
    continue_path text,
    remember bigint NOT NULL,
    expires_at bigint NOT NULL,
    address_key text,
    user_id bigint
);
CREATE TABLE public.throttle (
    throttle_key text NOT NULL,
    window_started_at bigint NOT NULL,
    hits bigint NOT NULL
);
CREATE TABLE public.user_address (
    address_key text NOT NULL,
    address text NOT NULL,
    user_id bigint NOT NULL,
    "position" bigint NOT NULL
);
CREATE TABLE public.user_identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id bigint NOT NULL
);
ALTER TABLE ONLY public.app_user ALTER COLUMN user_id SET DEFAULT nextval('public.app_user_user_id_seq'::regclass);
ALTER TABLE ONLY public.message ALTER COLUMN message_id SET DEFAULT nextval('public.message_message_id_seq'::regclass);
ALTER TABLE ONLY public.outgoing_mail ALTER COLUMN outgoing_id SET DEFAULT nextval('public.outgoing_mail_outgoing_id_seq'::regclass);
INSERT INTO public.app_user VALUES (1, 'casey', 'casey', 'scrypt$14$8$5$wn2GKlzxsRyPH13bFgNLTA$m6VFTw1xivaSuSdUkFhqKmVtZ9JFthl5lu3VwUMtwGA', '["import-codes"]', 0, 1795449461299);
INSERT INTO public.app_user VALUES (2, 'robin', 'robin', 'scrypt$14$8$5$4jeBr_jLs9hf6v_KHvVXpA$NtU4ER0PAJV_GWnwdy3BteCJVax1jzD3Aoc5zKYeHJk', '[]', 0, 1795449461299);
INSERT INTO public.attachment_piece VALUES (1, 0, 0, '\x4c6162');
INSERT INTO public.audit_entry VALUES (1, 1795449462974, 'casey', 'signed in', 'credentials', '127.0.0.1', 'd6b71fd8d2ee5e22c10bc45395e2ebca2ef77f80d9dc7e6373f9f1f250e8d469', '-kjuXQuEZMam');
INSERT INTO public.audit_entry VALUES (2, 1795449463040, 'casey', 'charged', 'event:aaaaaaa1000000000000000000000001/visit:aaaaaaa2000000000000000000000001', '127.0.0.1', '67dce4e92366881c5f8ce8cf57ac32abb773fb37217bb6880580a4e70c450c84', '-kjuXQuEZMam');
INSERT INTO public.audit_entry VALUES (3, 1795449463126, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000002/visit:aaaaaaa2000000000000000000000002', '127.0.0.1', 'ce3c373af3fdc993edc186dac30dad41e3e96ffe069a3052b5c1639764ade286', '-kjuXQuEZMam');
INSERT INTO public.audit_entry VALUES (4, 1795449463158, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000003/visit:aaaaaaa2000000000000000000000003', '127.0.0.1', 'eaa78903990c1cc116741aca6aa78ada1008d210ada5761331aaf4e4ea6d1d0f', '-kjuXQuEZMam');
INSERT INTO public.audit_entry VALUES (5, 1795449463228, 'casey', 'charged', 'event:aaaaaaa1000000000000000000000004/visit:aaaaaaa2000000000000000000000003', '127.0.0.1', 'ee7428e5a03ea8f73f76b29fba864567944f8c0c624826cfd438664c40dbd1c1', '-kjuXQuEZMam');
INSERT INTO public.audit_entry VALUES (6, 1795449463259, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000005/visit:aaaaaaa2000000000000000000000004', '127.0.0.1', '8c87d0031742b45733b9ec91c3a7983d50a5a958a175f8f740ffc2ecc0aac39b', '-kjuXQuEZMam');
INSERT INTO public.audit_entry VALUES (7, 1795449463335, 'casey', 'sent message', 'message:1', '127.0.0.1', '274bc0931f1d1a3eac005ea80b4cc217aa2eec1c9324ad7e39c24f81d7dbad90', '-kjuXQuEZMam');
INSERT INTO public.audit_head VALUES (1, 7, '274bc0931f1d1a3eac005ea80b4cc217aa2eec1c9324ad7e39c24f81d7dbad90', NULL);
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000001', 'aaaaaaa2000000000000000000000001', 'aaaaaaa9000000000000000000000001', 1, NULL, '{"eventId":"aaaaaaa1000000000000000000000001","visitCharged":{"visitId":"aaaaaaa2000000000000000000000001","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-02T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":129.5},"payerId":"aaaaaaa5000000000000000000000001","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000001","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":true}}', 1795449463040, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000002', 'aaaaaaa2000000000000000000000002', 'aaaaaaa9000000000000000000000000', 0, 'Modifier 25 is missing', '{"eventId":"aaaaaaa1000000000000000000000002","visitCharged":{"visitId":"aaaaaaa2000000000000000000000002","practiceId":"aaaaaaa9000000000000000000000000","createdOn":"2026-10-03T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":130.5},"payerId":"aaaaaaa5000000000000000000000002","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000002","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":false,"withholdReason":"Modifier 25 is missing","rulesLogs":[{"ruleName":"Modifier 25","status":"failed"}]}}', 1795449463126, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000003', 'aaaaaaa2000000000000000000000003', 'aaaaaaa9000000000000000000000001', 0, 'Papers missing', '{"eventId":"aaaaaaa1000000000000000000000003","visitCharged":{"visitId":"aaaaaaa2000000000000000000000003","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-04T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":131.5},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":false,"withholdReason":"Papers missing","rulesLogs":[{"ruleName":"Modifier 25","status":"failed"}]}}', 1795449463158, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000004', 'aaaaaaa2000000000000000000000003', 'aaaaaaa9000000000000000000000001', 1, NULL, '{"eventId":"aaaaaaa1000000000000000000000004","visitCharged":{"visitId":"aaaaaaa2000000000000000000000003","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-04T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":131.5},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":true}}', 1795449463228, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000005', 'aaaaaaa2000000000000000000000004', 'aaaaaaa9000000000000000000000000', 0, NULL, '{"eventId":"aaaaaaa1000000000000000000000005","visitCharged":{"visitId":"aaaaaaa2000000000000000000000004","practiceId":"aaaaaaa9000000000000000000000000","createdOn":"2026-10-05T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":132.5},"payerId":"aaaaaaa5000000000000000000000004","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000004","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"manualReviewNeeded":true,"canAutoCharge":true}}', 1795449463259, 'casey');
INSERT INTO public.counter VALUES ('invoice', 2);
INSERT INTO public.invoice VALUES (1, 'aaaaaaa2000000000000000000000001', 'aaaaaaa1000000000000000000000001', 'aaaaaaa9000000000000000000000001', 'USD', 15350, 0, '[{"lineNumber":1,"cpt":"99213","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":129.5},"providerId":"aaaaaaa4000000000000000000000001","payerId":"aaaaaaa5000000000000000000000001","billtoPayer":false,"diagnoses":[]},{"lineNumber":2,"cpt":"87880","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":24},"providerId":"aaaaaaa4000000000000000000000002","payerId":"aaaaaaa5000000000000000000000001","billtoPayer":false,"diagnoses":[]}]', 1795449463040, 'casey');
INSERT INTO public.invoice VALUES (2, 'aaaaaaa2000000000000000000000003', 'aaaaaaa1000000000000000000000004', 'aaaaaaa9000000000000000000000001', 'USD', 15550, 0, '[{"lineNumber":1,"cpt":"99213","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":131.5},"providerId":"aaaaaaa4000000000000000000000001","payerId":"aaaaaaa5000000000000000000000003","billtoPayer":false,"diagnoses":[]},{"lineNumber":2,"cpt":"87880","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":24},"providerId":"aaaaaaa4000000000000000000000002","payerId":"aaaaaaa5000000000000000000000003","billtoPayer":false,"diagnoses":[]}]', 1795449463228, 'casey');
INSERT INTO public.mailbox_entry VALUES (2, 1, 1795449463310);
INSERT INTO public.message VALUES (1, 'casey@direct.example', '["robin@direct.example"]', '[]', NULL, 'Lab results', 602, 1, 1795449463310);
INSERT INTO public.message_attachment VALUES (1, 0, 'lab.txt', 'text/plain', 3);
INSERT INTO public.message_body VALUES (1, 'Attached.', NULL);
INSERT INTO public.schema_migration VALUES ('0001-users-and-sessions', 1795449461182);
INSERT INTO public.schema_migration VALUES ('0002-charged-events', 1795449461199);
INSERT INTO public.schema_migration VALUES ('0003-messages', 1795449461220);
INSERT INTO public.schema_migration VALUES ('0004-code-sets', 1795449461228);
INSERT INTO public.schema_migration VALUES ('0005-message-bodies', 1795449461244);
INSERT INTO public.schema_migration VALUES ('0006-mail-queued', 1795449461245);
INSERT INTO public.schema_migration VALUES ('0007-audit-and-sign-in', 1795449461262);
INSERT INTO public.schema_migration VALUES ('0008-attachment-pieces', 1795449461274);
INSERT INTO public.schema_migration VALUES ('0009-mail-order', 1795449461276);
INSERT INTO public.schema_migration VALUES ('0010-mail-outcomes', 1795449461277);
INSERT INTO public.schema_migration VALUES ('0011-sent-messages', 1795449461280);
INSERT INTO public.schema_migration VALUES ('0012-sign-in-and-trail', 1795449461293);
INSERT INTO public.session VALUES ('-kjuXQuEZMamYWlzoXVK8c686uh2nkIpm0QSBySRVYk', 1, 1795449462973, 1795449462973, 1795492662973, NULL, NULL, 0, '127.0.0.1');
INSERT INTO public.user_address VALUES ('casey@direct.example', 'casey@direct.example', 1, 0);
INSERT INTO public.user_address VALUES ('robin@direct.example', 'robin@direct.example', 2, 0);
SELECT pg_catalog.setval('public.app_user_user_id_seq', 2, true);
SELECT pg_catalog.setval('public.message_message_id_seq', 1, true);
SELECT pg_catalog.setval('public.outgoing_mail_outgoing_id_seq', 1, false);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.attachment_piece
    ADD CONSTRAINT attachment_piece_key PRIMARY KEY (message_id, "position", piece);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.charged_event
    ADD CONSTRAINT charged_event_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.code_set
    ADD CONSTRAINT code_set_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.code_table_part
    ADD CONSTRAINT code_table_part_key PRIMARY KEY (system, "position");
ALTER TABLE ONLY public.code_version
    ADD CONSTRAINT code_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.counter
    ADD CONSTRAINT counter_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.digest_nonce
    ADD CONSTRAINT digest_nonce_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY public.digest_record
    ADD CONSTRAINT digest_record_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.fetched_mail
    ADD CONSTRAINT fetched_mail_key PRIMARY KEY (user_id, mail_key);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (invoice_number);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_visit_id_key UNIQUE (visit_id);
ALTER TABLE ONLY public.mailbox_entry
    ADD CONSTRAINT mailbox_entry_key PRIMARY KEY (user_id, message_id);
ALTER TABLE ONLY public.message_attachment
    ADD CONSTRAINT message_attachment_key PRIMARY KEY (message_id, "position");
ALTER TABLE ONLY public.message_body
    ADD CONSTRAINT message_body_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY public.outgoing_mail
    ADD CONSTRAINT outgoing_mail_pkey PRIMARY KEY (outgoing_id);
ALTER TABLE ONLY public.provider_session
    ADD CONSTRAINT provider_session_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sent_message
    ADD CONSTRAINT sent_message_key PRIMARY KEY (user_id, client_id);
ALTER TABLE ONLY public.server_secret
    ADD CONSTRAINT server_secret_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (throttle_key);
ALTER TABLE ONLY public.user_address
    ADD CONSTRAINT user_address_pkey PRIMARY KEY (address_key);
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_key PRIMARY KEY (issuer, subject);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (at);
CREATE INDEX mailbox_entry_newest ON public.mailbox_entry USING btree (user_id, received_at, message_id);
CREATE INDEX outgoing_mail_due ON public.outgoing_mail USING btree (state, next_attempt_at);
CREATE INDEX outgoing_mail_message ON public.outgoing_mail USING btree (message_id);
CREATE INDEX outgoing_mail_recipient ON public.outgoing_mail USING btree (recipient, state, outgoing_id);
CREATE INDEX "session_user" ON public.session USING btree (user_id);
CREATE INDEX user_address_user ON public.user_address USING btree (user_id);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.audit_entry_append_only();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.audit_entry_append_only();
ALTER TABLE ONLY public.attachment_piece
    ADD CONSTRAINT attachment_piece_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(message_id);
ALTER TABLE ONLY public.digest_record
    ADD CONSTRAINT digest_record_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.fetched_mail
    ADD CONSTRAINT fetched_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.charged_event(event_id);
ALTER TABLE ONLY public.mailbox_entry
    ADD CONSTRAINT mailbox_entry_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(message_id);
ALTER TABLE ONLY public.mailbox_entry
    ADD CONSTRAINT mailbox_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.message_attachment
    ADD CONSTRAINT message_attachment_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(message_id);
ALTER TABLE ONLY public.message_body
    ADD CONSTRAINT message_body_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(message_id);
ALTER TABLE ONLY public.outgoing_mail
    ADD CONSTRAINT outgoing_mail_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(message_id);
ALTER TABLE ONLY public.sent_message
    ADD CONSTRAINT sent_message_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(message_id);
ALTER TABLE ONLY public.sent_message
    ADD CONSTRAINT sent_message_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.user_address
    ADD CONSTRAINT user_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
