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
CREATE FUNCTION public.audit_anchor_moves() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'UPDATE' then
      if new.id = 1 and new.entries > old.entries
  and new.hash = (select hash from public.audit_entry where seq = new.entries)
  and exists (select 1 from public.audit_entry where seq = (select max(seq) from public.audit_entry)
    and seq > new.entries and action = 'removed trail' and subject = 'entries 1-' || new.entries || ' ' || new.hash) then return new; end if;
    end if;
    raise exception 'the anchor of the audit trail moves only with its row in the trail';
  end $$;
CREATE FUNCTION public.audit_entry_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'DELETE' then
      if old.seq <= (select entries from public.audit_anchor where id = 1) then return old; end if;
    end if;
    raise exception 'the audit trail is append-only';
  end $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.app_user (
    user_id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    password_record text,
    rights text NOT NULL,
    disabled bigint NOT NULL,
    created_at bigint NOT NULL,
    practices text DEFAULT '[]'::text NOT NULL,
    role text DEFAULT 'clerk'::text NOT NULL,
    display_name text DEFAULT ''::text NOT NULL,
    last_sign_in_at bigint,
    password_printed bigint DEFAULT 0 NOT NULL
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
    content bytea NOT NULL,
    key_id bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.audit_anchor (
    id bigint NOT NULL,
    entries bigint NOT NULL,
    hash text NOT NULL
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
CREATE TABLE public.clinic (
    one bigint NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.code_notice (
    name text NOT NULL,
    text text NOT NULL,
    origin text NOT NULL,
    checksum text NOT NULL,
    accepted_on text NOT NULL,
    accepted_by text NOT NULL
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
CREATE TABLE public.code_upload (
    upload_id text NOT NULL,
    uploaded_by text NOT NULL,
    set_name text NOT NULL,
    facts text NOT NULL,
    content bytea NOT NULL,
    uploaded_at bigint NOT NULL
);
CREATE TABLE public.code_version (
    id bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.counter (
    name text NOT NULL,
    value bigint NOT NULL,
    changes bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.data_key (
    key_id bigint NOT NULL,
    state text NOT NULL,
    given_id text NOT NULL,
    wrapped text NOT NULL,
    made_at bigint NOT NULL
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
CREATE TABLE public.directory_entry (
    kind text NOT NULL,
    entry_id text NOT NULL,
    first_day text NOT NULL,
    content text NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.factor_challenge (
    handle_hash text NOT NULL,
    user_id bigint,
    address_key text,
    content text NOT NULL,
    challenge text,
    tries bigint NOT NULL,
    expires_at bigint NOT NULL
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
CREATE TABLE public.passkey (
    credential_id text NOT NULL,
    user_id bigint NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    rp_id text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
);
CREATE TABLE public.program_key (
    key_id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    operations text NOT NULL,
    practices text NOT NULL,
    key_created_at bigint NOT NULL,
    created_by text,
    expires_at bigint NOT NULL,
    ended_at bigint,
    ended_by text,
    last_used_from text
);
CREATE SEQUENCE public.program_key_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.program_key_key_id_seq OWNED BY public.program_key.key_id;
CREATE TABLE public.program_secret (
    secret_hash text NOT NULL,
    key_id bigint NOT NULL,
    mark text NOT NULL,
    hint text NOT NULL,
    secret_created_at bigint NOT NULL,
    works_until bigint,
    last_used_at bigint
);
CREATE TABLE public.provider_session (
    id_hash text NOT NULL,
    provider text NOT NULL,
    id_token text NOT NULL
);
CREATE TABLE public.recovery_code (
    user_id bigint NOT NULL,
    code_hash text NOT NULL
);
CREATE TABLE public.refused_event (
    refused_id bigint NOT NULL,
    event_id text NOT NULL,
    visit_id text NOT NULL,
    practice_id text NOT NULL,
    digest text NOT NULL,
    content text,
    code text NOT NULL,
    message text NOT NULL,
    faults text NOT NULL,
    received_at bigint NOT NULL,
    last_at bigint NOT NULL,
    times bigint NOT NULL,
    received_from text,
    sender text NOT NULL
);
CREATE SEQUENCE public.refused_event_refused_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.refused_event_refused_id_seq OWNED BY public.refused_event.refused_id;
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
    remote_address text,
    browser text DEFAULT ''::text NOT NULL,
    proved_at bigint,
    began_by text
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
CREATE TABLE public.totp (
    user_id bigint NOT NULL,
    secret text NOT NULL,
    since bigint NOT NULL,
    last_step bigint NOT NULL
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
CREATE TABLE public.user_link (
    link_hash text NOT NULL,
    user_id bigint NOT NULL,
    made_at bigint NOT NULL,
    made_by text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.visit (
    visit_id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL,
    practice_id text NOT NULL,
    state text NOT NULL,
    is_open bigint NOT NULL,
    was_open bigint NOT NULL,
    reason text NOT NULL,
    reason_key text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    line_count bigint NOT NULL,
    service_date text NOT NULL COLLATE pg_catalog."C",
    payers text NOT NULL,
    providers text NOT NULL,
    rules text NOT NULL,
    received_at bigint NOT NULL,
    first_received_at bigint NOT NULL,
    taken_by text,
    taken_at bigint NOT NULL,
    taken_until bigint NOT NULL,
    snoozed_until bigint NOT NULL,
    note_count bigint NOT NULL,
    event_count bigint NOT NULL,
    invoice_number bigint,
    change_number bigint NOT NULL
);
CREATE TABLE public.visit_count (
    name text NOT NULL COLLATE pg_catalog."C",
    practice_id text NOT NULL,
    currency text NOT NULL,
    visits bigint NOT NULL,
    sum_minor bigint NOT NULL
);
CREATE TABLE public.visit_deed (
    deed_id bigint NOT NULL,
    visit_id text NOT NULL,
    at bigint NOT NULL,
    done_by text,
    deed text NOT NULL,
    detail text
);
CREATE SEQUENCE public.visit_deed_deed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.visit_deed_deed_id_seq OWNED BY public.visit_deed.deed_id;
CREATE TABLE public.visit_event (
    visit_id text NOT NULL,
    event_id text NOT NULL
);
CREATE TABLE public.visit_note (
    note_id text NOT NULL,
    visit_id text NOT NULL,
    written_at bigint NOT NULL,
    written_by text NOT NULL,
    content text NOT NULL
);
CREATE TABLE public.visit_view (
    view_id text NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    filter text NOT NULL,
    columns text,
    is_shared bigint NOT NULL
);
CREATE TABLE public.visit_word (
    word text NOT NULL COLLATE pg_catalog."C",
    visit_id text NOT NULL
);
ALTER TABLE ONLY public.app_user ALTER COLUMN user_id SET DEFAULT nextval('public.app_user_user_id_seq'::regclass);
ALTER TABLE ONLY public.message ALTER COLUMN message_id SET DEFAULT nextval('public.message_message_id_seq'::regclass);
ALTER TABLE ONLY public.outgoing_mail ALTER COLUMN outgoing_id SET DEFAULT nextval('public.outgoing_mail_outgoing_id_seq'::regclass);
ALTER TABLE ONLY public.program_key ALTER COLUMN key_id SET DEFAULT nextval('public.program_key_key_id_seq'::regclass);
ALTER TABLE ONLY public.refused_event ALTER COLUMN refused_id SET DEFAULT nextval('public.refused_event_refused_id_seq'::regclass);
ALTER TABLE ONLY public.visit_deed ALTER COLUMN deed_id SET DEFAULT nextval('public.visit_deed_deed_id_seq'::regclass);
INSERT INTO public.app_user VALUES (2, 'robin', 'robin', 'scrypt$15$8$3$WhO1qeYUvx0Er3-jDrOFLQ$BPTdSDmnHcJ9XZOQoWsUgARlDExOiYbDg_u8EXejPAg', '[]', 0, 1795449472426, '[]', 'lead', '', NULL, 0);
INSERT INTO public.app_user VALUES (1, 'casey', 'casey', 'scrypt$15$8$3$9kzcghj-mMX2pagFfaPdRw$T-Wjprrbzr-1VIRBy-lkKVlxV079c-QkXwkCfgKSgCo', '[]', 0, 1795449472426, '[]', 'administrator', '', 1795449474706, 0);
INSERT INTO public.attachment_piece VALUES (1, 0, 0, '\x4c6162', 0);
INSERT INTO public.audit_anchor VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.audit_entry VALUES (1, 1795449474721, 'casey', 'signed in', 'credentials', '127.0.0.1', '6403c1d3336577af8c92b457e7f3a7d05d1f0faedf9780a073d2b9f5604d948e', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (2, 1795449474789, 'casey', 'charged', 'event:aaaaaaa1000000000000000000000001/visit:aaaaaaa2000000000000000000000001', '127.0.0.1', '0efe31d8a04ef7a9a1d6ee02b4ee0c9efb2ca7f4b06aca0ee6ebf4429060e25f', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (3, 1795449474875, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000002/visit:aaaaaaa2000000000000000000000002', '127.0.0.1', 'a810a53f4b382962751a02aa7893beead38749be0ad771938a80981b4fb7119e', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (4, 1795449474954, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000003/visit:aaaaaaa2000000000000000000000003', '127.0.0.1', 'b390472c0c4cc0598883a2afbbf0d016798d9e8ca278872835d51974099574a0', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (5, 1795449475044, 'casey', 'charged', 'event:aaaaaaa1000000000000000000000004/visit:aaaaaaa2000000000000000000000003', '127.0.0.1', 'cb881a5bbea529af08e20597d250d2232d9ce11621d6f5cb7cadf3cc2d394218', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (6, 1795449475130, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000005/visit:aaaaaaa2000000000000000000000004', '127.0.0.1', 'baf8776f6fee95e338a8e69f4c1473473e082add10d837db402030178aded209', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (7, 1795449475205, 'casey', 'sent message', 'message:1', '127.0.0.1', 'adbf2c09fa56af968af3bc7c728f4733d2216cb156189e96f4e98df5a4e8ada0', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (8, 1795449475227, 'casey', 'changed visit', 'visit:aaaaaaa2000000000000000000000002', '127.0.0.1', 'e10e99a474b0b5f12322925e47cad794c52a8c24b601cffd221e50685ca85209', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (9, 1795449475254, 'casey', 'changed visit', 'visit:aaaaaaa2000000000000000000000002', '127.0.0.1', '2e5d9b7d217e397e19cec9b94406222a7ee5a5cefdf7601c2c0eb1e9df1d129b', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (10, 1795449475279, 'casey', 'changed visit', 'visit:aaaaaaa2000000000000000000000004', '127.0.0.1', '74e82a5d6d109e040725da8cf9dc315c5fae477f33669c9e48017460f21f0531', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_entry VALUES (11, 1795449475295, 'casey', 'withheld', 'event:aaaaaaa1000000000000000000000006/visit:aaaaaaa2000000000000000000000005', '127.0.0.1', 'b211f8d3ca85e7b6e7e93f77c1a86f10ab1c62f1d0b6f9b2c16780ca858ebd56', 'FyeTwLcw9Q3A');
INSERT INTO public.audit_head VALUES (1, 11, 'b211f8d3ca85e7b6e7e93f77c1a86f10ab1c62f1d0b6f9b2c16780ca858ebd56', NULL);
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000001', 'aaaaaaa2000000000000000000000001', 'aaaaaaa9000000000000000000000001', 1, NULL, '{"eventId":"aaaaaaa1000000000000000000000001","visitCharged":{"visitId":"aaaaaaa2000000000000000000000001","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-02T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":129.5},"payerId":"aaaaaaa5000000000000000000000001","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000001","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":true}}', 1795449474789, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000002', 'aaaaaaa2000000000000000000000002', 'aaaaaaa9000000000000000000000000', 0, 'Modifier 25 is missing', '{"eventId":"aaaaaaa1000000000000000000000002","visitCharged":{"visitId":"aaaaaaa2000000000000000000000002","practiceId":"aaaaaaa9000000000000000000000000","createdOn":"2026-10-03T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":130.5},"payerId":"aaaaaaa5000000000000000000000002","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000002","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":false,"withholdReason":"Modifier 25 is missing","rulesLogs":[{"ruleName":"Modifier 25","status":"failed"}]}}', 1795449474875, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000003', 'aaaaaaa2000000000000000000000003', 'aaaaaaa9000000000000000000000001', 0, 'Papers missing', '{"eventId":"aaaaaaa1000000000000000000000003","visitCharged":{"visitId":"aaaaaaa2000000000000000000000003","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-04T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":131.5},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":false,"withholdReason":"Papers missing","rulesLogs":[{"ruleName":"Modifier 25","status":"failed"}]}}', 1795449474954, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000004', 'aaaaaaa2000000000000000000000003', 'aaaaaaa9000000000000000000000001', 1, NULL, '{"eventId":"aaaaaaa1000000000000000000000004","visitCharged":{"visitId":"aaaaaaa2000000000000000000000003","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-04T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":131.5},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000003","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":true}}', 1795449475044, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000005', 'aaaaaaa2000000000000000000000004', 'aaaaaaa9000000000000000000000000', 0, NULL, '{"eventId":"aaaaaaa1000000000000000000000005","visitCharged":{"visitId":"aaaaaaa2000000000000000000000004","practiceId":"aaaaaaa9000000000000000000000000","createdOn":"2026-10-05T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":132.5},"payerId":"aaaaaaa5000000000000000000000004","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000004","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"manualReviewNeeded":true,"canAutoCharge":true}}', 1795449475130, 'casey');
INSERT INTO public.charged_event VALUES ('aaaaaaa1000000000000000000000006', 'aaaaaaa2000000000000000000000005', 'aaaaaaa9000000000000000000000001', 0, 'Payer unknown', '{"eventId":"aaaaaaa1000000000000000000000006","visitCharged":{"visitId":"aaaaaaa2000000000000000000000005","practiceId":"aaaaaaa9000000000000000000000001","createdOn":"2026-10-06T09:00:00","charges":[{"cpt":"99213","quantity":1,"charge":{"currency":"USD","amount":133.5},"payerId":"aaaaaaa5000000000000000000000005","providerId":"aaaaaaa4000000000000000000000001"},{"cpt":"87880","quantity":1,"charge":{"currency":"USD","amount":24},"payerId":"aaaaaaa5000000000000000000000005","providerId":"aaaaaaa4000000000000000000000002"}],"diagnoses":[{"code":"J02.9"}]},"audit":{"canAutoCharge":false,"withholdReason":"Payer unknown","rulesLogs":[{"ruleName":"Modifier 25","status":"failed"}]}}', 1795449475295, 'casey');
INSERT INTO public.counter VALUES ('directory', 0, 0);
INSERT INTO public.counter VALUES ('invoice', 2, 9);
INSERT INTO public.invoice VALUES (1, 'aaaaaaa2000000000000000000000001', 'aaaaaaa1000000000000000000000001', 'aaaaaaa9000000000000000000000001', 'USD', 15350, 0, '[{"lineNumber":1,"cpt":"99213","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":129.5},"providerId":"aaaaaaa4000000000000000000000001","payerId":"aaaaaaa5000000000000000000000001","billtoPayer":false,"diagnoses":[]},{"lineNumber":2,"cpt":"87880","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":24},"providerId":"aaaaaaa4000000000000000000000002","payerId":"aaaaaaa5000000000000000000000001","billtoPayer":false,"diagnoses":[]}]', 1795449474789, 'casey');
INSERT INTO public.invoice VALUES (2, 'aaaaaaa2000000000000000000000003', 'aaaaaaa1000000000000000000000004', 'aaaaaaa9000000000000000000000001', 'USD', 15550, 0, '[{"lineNumber":1,"cpt":"99213","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":131.5},"providerId":"aaaaaaa4000000000000000000000001","payerId":"aaaaaaa5000000000000000000000003","billtoPayer":false,"diagnoses":[]},{"lineNumber":2,"cpt":"87880","modifier":[],"quantity":1,"amount":{"currency":"USD","amount":24},"providerId":"aaaaaaa4000000000000000000000002","payerId":"aaaaaaa5000000000000000000000003","billtoPayer":false,"diagnoses":[]}]', 1795449475044, 'casey');
INSERT INTO public.mailbox_entry VALUES (2, 1, 1795449475164);
INSERT INTO public.message VALUES (1, 'casey@direct.example', '["robin@direct.example"]', '[]', NULL, 'Lab results', 602, 1, 1795449475164);
INSERT INTO public.message_attachment VALUES (1, 0, 'lab.txt', 'text/plain', 3);
INSERT INTO public.message_body VALUES (1, 'Attached.', NULL);
INSERT INTO public.schema_migration VALUES ('0001-users-and-sessions', 1795449472091);
INSERT INTO public.schema_migration VALUES ('0002-charged-events', 1795449472098);
INSERT INTO public.schema_migration VALUES ('0003-messages', 1795449472112);
INSERT INTO public.schema_migration VALUES ('0004-code-sets', 1795449472121);
INSERT INTO public.schema_migration VALUES ('0005-message-bodies', 1795449472131);
INSERT INTO public.schema_migration VALUES ('0006-mail-queued', 1795449472133);
INSERT INTO public.schema_migration VALUES ('0007-audit-and-sign-in', 1795449472160);
INSERT INTO public.schema_migration VALUES ('0008-attachment-pieces', 1795449472173);
INSERT INTO public.schema_migration VALUES ('0009-mail-order', 1795449472174);
INSERT INTO public.schema_migration VALUES ('0010-mail-outcomes', 1795449472179);
INSERT INTO public.schema_migration VALUES ('0011-sent-messages', 1795449472184);
INSERT INTO public.schema_migration VALUES ('0012-sign-in-and-trail', 1795449472200);
INSERT INTO public.schema_migration VALUES ('0013-visits', 1795449472277);
INSERT INTO public.schema_migration VALUES ('0014-code-notice', 1795449472279);
INSERT INTO public.schema_migration VALUES ('0015-roles', 1795449472291);
INSERT INTO public.schema_migration VALUES ('0016-visits-over', 1795449472292);
INSERT INTO public.schema_migration VALUES ('0017-directory', 1795449472298);
INSERT INTO public.schema_migration VALUES ('0018-find-in-trail', 1795449472303);
INSERT INTO public.schema_migration VALUES ('0019-people', 1795449472318);
INSERT INTO public.schema_migration VALUES ('0020-second-factor', 1795449472342);
INSERT INTO public.schema_migration VALUES ('0021-program-keys', 1795449472349);
INSERT INTO public.schema_migration VALUES ('0022-data-keys', 1795449472362);
INSERT INTO public.schema_migration VALUES ('0023-done-in-memory', 1795449472379);
INSERT INTO public.schema_migration VALUES ('0024-trail-index', 1795449472380);
INSERT INTO public.schema_migration VALUES ('0025-trail-anchor', 1795449472400);
INSERT INTO public.schema_migration VALUES ('0026-code-uploads', 1795449472406);
INSERT INTO public.schema_migration VALUES ('0027-printed-password', 1795449472407);
INSERT INTO public.session VALUES ('FyeTwLcw9Q3Ad8_8qhq_YPqDGdzrcF1vGyiNbsXZmTQ', 1, 1795449474706, 1795449474706, 1795492674706, NULL, NULL, 0, '127.0.0.1', 'node', 1795449474706, 'credentials');
INSERT INTO public.user_address VALUES ('casey@direct.example', 'casey@direct.example', 1, 0);
INSERT INTO public.user_address VALUES ('robin@direct.example', 'robin@direct.example', 2, 0);
INSERT INTO public.visit VALUES ('aaaaaaa2000000000000000000000001', 'aaaaaaa1000000000000000000000001', 'aaaaaaa9000000000000000000000001', 'charged', 0, 0, '', '', 'USD', 15350, 2, '2026-10-02', 'aaaaaaa5000000000000000000000001', 'aaaaaaa4000000000000000000000001 aaaaaaa4000000000000000000000002', '', 1795449474789, 1795449474789, NULL, 0, 0, 0, 0, 1, 1, 1);
INSERT INTO public.visit VALUES ('aaaaaaa2000000000000000000000003', 'aaaaaaa1000000000000000000000004', 'aaaaaaa9000000000000000000000001', 'charged', 0, 1, '', '', 'USD', 15550, 2, '2026-10-04', 'aaaaaaa5000000000000000000000003', 'aaaaaaa4000000000000000000000001 aaaaaaa4000000000000000000000002', '', 1795449475044, 1795449474954, NULL, 0, 0, 0, 0, 2, 2, 4);
INSERT INTO public.visit VALUES ('aaaaaaa2000000000000000000000002', 'aaaaaaa1000000000000000000000002', 'aaaaaaa9000000000000000000000000', 'withheld', 1, 1, 'Modifier 25 is missing', 'modifier 25 is missing', 'USD', 15450, 2, '2026-10-03', 'aaaaaaa5000000000000000000000002', 'aaaaaaa4000000000000000000000001 aaaaaaa4000000000000000000000002', '["Modifier 25"]', 1795449474875, 1795449474875, 'casey', 1795449475215, 1795451275215, 0, 1, 1, NULL, 7);
INSERT INTO public.visit VALUES ('aaaaaaa2000000000000000000000004', 'aaaaaaa1000000000000000000000005', 'aaaaaaa9000000000000000000000000', 'closed', 0, 1, 'Billed on paper', 'billed on paper', 'USD', 15650, 2, '2026-10-05', 'aaaaaaa5000000000000000000000004', 'aaaaaaa4000000000000000000000001 aaaaaaa4000000000000000000000002', '', 1795449475130, 1795449475130, NULL, 0, 0, 0, 0, 1, NULL, 8);
INSERT INTO public.visit VALUES ('aaaaaaa2000000000000000000000005', 'aaaaaaa1000000000000000000000006', 'aaaaaaa9000000000000000000000001', 'withheld', 1, 1, 'Payer unknown', 'payer unknown', 'USD', 15750, 2, '2026-10-06', 'aaaaaaa5000000000000000000000005', 'aaaaaaa4000000000000000000000001 aaaaaaa4000000000000000000000002', '["Modifier 25"]', 1795449475295, 1795449475295, NULL, 0, 0, 0, 0, 1, NULL, 9);
INSERT INTO public.visit_count VALUES ('state:charged', 'aaaaaaa9000000000000000000000001', 'USD', 2, 30900);
INSERT INTO public.visit_count VALUES ('day:20780:charged', 'aaaaaaa9000000000000000000000001', '', 2, 0);
INSERT INTO public.visit_count VALUES ('day:20780:withheld', 'aaaaaaa9000000000000000000000000', '', 2, 0);
INSERT INTO public.visit_count VALUES ('state:withheld', 'aaaaaaa9000000000000000000000000', 'USD', 1, 15450);
INSERT INTO public.visit_count VALUES ('state:closed', 'aaaaaaa9000000000000000000000000', 'USD', 1, 15650);
INSERT INTO public.visit_count VALUES ('state:withheld', 'aaaaaaa9000000000000000000000001', 'USD', 1, 15750);
INSERT INTO public.visit_count VALUES ('day:20780:withheld', 'aaaaaaa9000000000000000000000001', '', 2, 0);
INSERT INTO public.visit_deed VALUES (1, 'aaaaaaa2000000000000000000000002', 1795449475215, 'casey', 'taken', NULL);
INSERT INTO public.visit_deed VALUES (2, 'aaaaaaa2000000000000000000000004', 1795449475272, 'casey', 'closed', 'Billed on paper');
INSERT INTO public.visit_event VALUES ('aaaaaaa2000000000000000000000002', 'aaaaaaa1000000000000000000000002');
INSERT INTO public.visit_event VALUES ('aaaaaaa2000000000000000000000003', 'aaaaaaa1000000000000000000000003');
INSERT INTO public.visit_event VALUES ('aaaaaaa2000000000000000000000003', 'aaaaaaa1000000000000000000000004');
INSERT INTO public.visit_event VALUES ('aaaaaaa2000000000000000000000004', 'aaaaaaa1000000000000000000000005');
INSERT INTO public.visit_event VALUES ('aaaaaaa2000000000000000000000005', 'aaaaaaa1000000000000000000000006');
INSERT INTO public.visit_note VALUES ('aaaaaaa3000000000000000000000001', 'aaaaaaa2000000000000000000000002', 1795449475239, 'casey', 'Asked the provider');
INSERT INTO public.visit_word VALUES ('asked', 'aaaaaaa2000000000000000000000002');
INSERT INTO public.visit_word VALUES ('the', 'aaaaaaa2000000000000000000000002');
INSERT INTO public.visit_word VALUES ('provider', 'aaaaaaa2000000000000000000000002');
INSERT INTO public.visit_word VALUES ('billed', 'aaaaaaa2000000000000000000000004');
INSERT INTO public.visit_word VALUES ('on', 'aaaaaaa2000000000000000000000004');
INSERT INTO public.visit_word VALUES ('paper', 'aaaaaaa2000000000000000000000004');
SELECT pg_catalog.setval('public.app_user_user_id_seq', 2, true);
SELECT pg_catalog.setval('public.message_message_id_seq', 1, true);
SELECT pg_catalog.setval('public.outgoing_mail_outgoing_id_seq', 1, false);
SELECT pg_catalog.setval('public.program_key_key_id_seq', 1, false);
SELECT pg_catalog.setval('public.refused_event_refused_id_seq', 1, false);
SELECT pg_catalog.setval('public.visit_deed_deed_id_seq', 2, true);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.attachment_piece
    ADD CONSTRAINT attachment_piece_key PRIMARY KEY (message_id, "position", piece);
ALTER TABLE ONLY public.audit_anchor
    ADD CONSTRAINT audit_anchor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.charged_event
    ADD CONSTRAINT charged_event_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.clinic
    ADD CONSTRAINT clinic_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.code_notice
    ADD CONSTRAINT code_notice_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.code_set
    ADD CONSTRAINT code_set_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.code_table_part
    ADD CONSTRAINT code_table_part_key PRIMARY KEY (system, "position");
ALTER TABLE ONLY public.code_upload
    ADD CONSTRAINT code_upload_key PRIMARY KEY (upload_id, uploaded_by, set_name);
ALTER TABLE ONLY public.code_version
    ADD CONSTRAINT code_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.counter
    ADD CONSTRAINT counter_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.data_key
    ADD CONSTRAINT data_key_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.digest_nonce
    ADD CONSTRAINT digest_nonce_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY public.digest_record
    ADD CONSTRAINT digest_record_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.directory_entry
    ADD CONSTRAINT directory_entry_key PRIMARY KEY (kind, entry_id, first_day);
ALTER TABLE ONLY public.factor_challenge
    ADD CONSTRAINT factor_challenge_pkey PRIMARY KEY (handle_hash);
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
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (credential_id);
ALTER TABLE ONLY public.program_key
    ADD CONSTRAINT program_key_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.program_secret
    ADD CONSTRAINT program_secret_pkey PRIMARY KEY (secret_hash);
ALTER TABLE ONLY public.provider_session
    ADD CONSTRAINT provider_session_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_key PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY public.refused_event
    ADD CONSTRAINT refused_event_once UNIQUE (event_id, digest);
ALTER TABLE ONLY public.refused_event
    ADD CONSTRAINT refused_event_pkey PRIMARY KEY (refused_id);
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
ALTER TABLE ONLY public.totp
    ADD CONSTRAINT totp_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.user_address
    ADD CONSTRAINT user_address_pkey PRIMARY KEY (address_key);
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_key PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.user_link
    ADD CONSTRAINT user_link_pkey PRIMARY KEY (link_hash);
ALTER TABLE ONLY public.visit_count
    ADD CONSTRAINT visit_count_key PRIMARY KEY (name, practice_id, currency);
ALTER TABLE ONLY public.visit_deed
    ADD CONSTRAINT visit_deed_pkey PRIMARY KEY (deed_id);
ALTER TABLE ONLY public.visit_event
    ADD CONSTRAINT visit_event_key PRIMARY KEY (visit_id, event_id);
ALTER TABLE ONLY public.visit_note
    ADD CONSTRAINT visit_note_pkey PRIMARY KEY (note_id);
ALTER TABLE ONLY public.visit
    ADD CONSTRAINT visit_pkey PRIMARY KEY (visit_id);
ALTER TABLE ONLY public.visit_view
    ADD CONSTRAINT visit_view_pkey PRIMARY KEY (view_id);
ALTER TABLE ONLY public.visit_word
    ADD CONSTRAINT visit_word_key PRIMARY KEY (word, visit_id);
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (action, seq);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (actor, seq);
CREATE INDEX audit_entry_actor_action ON public.audit_entry USING btree (actor, action, seq);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (at);
CREATE UNIQUE INDEX data_key_current ON public.data_key USING btree (state) WHERE (state = 'current'::text);
CREATE INDEX directory_entry_version ON public.directory_entry USING btree (version);
CREATE INDEX mailbox_entry_newest ON public.mailbox_entry USING btree (user_id, received_at, message_id);
CREATE INDEX outgoing_mail_due ON public.outgoing_mail USING btree (state, next_attempt_at);
CREATE INDEX outgoing_mail_message ON public.outgoing_mail USING btree (message_id);
CREATE INDEX outgoing_mail_recipient ON public.outgoing_mail USING btree (recipient, state, outgoing_id);
CREATE INDEX passkey_user ON public.passkey USING btree (user_id);
CREATE UNIQUE INDEX program_key_name ON public.program_key USING btree (name_key) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX program_secret_current ON public.program_secret USING btree (key_id) WHERE (works_until IS NULL);
CREATE INDEX program_secret_key ON public.program_secret USING btree (key_id);
CREATE INDEX refused_event_sender ON public.refused_event USING btree (sender, received_at);
CREATE INDEX refused_event_visit ON public.refused_event USING btree (visit_id, refused_id);
CREATE INDEX "session_user" ON public.session USING btree (user_id);
CREATE INDEX user_address_user ON public.user_address USING btree (user_id);
CREATE INDEX user_link_user ON public.user_link USING btree (user_id);
CREATE INDEX visit_change ON public.visit USING btree (change_number);
CREATE INDEX visit_deed_visit ON public.visit_deed USING btree (visit_id, deed_id);
CREATE INDEX visit_held_and_charged ON public.visit USING btree (received_at) WHERE ((was_open = 1) AND (state = 'charged'::text));
CREATE INDEX visit_note_visit ON public.visit_note USING btree (visit_id, written_at);
CREATE INDEX visit_open ON public.visit USING btree (change_number) WHERE (is_open = 1);
CREATE INDEX visit_put_off ON public.visit USING btree (snoozed_until) WHERE (snoozed_until > 0);
CREATE INDEX visit_taken ON public.visit USING btree (taken_until) WHERE (taken_until > 0);
CREATE INDEX visit_was_open ON public.visit USING btree (change_number) WHERE (was_open = 1);
CREATE TRIGGER audit_anchor_moves BEFORE INSERT OR DELETE OR UPDATE ON public.audit_anchor FOR EACH ROW EXECUTE FUNCTION public.audit_anchor_moves();
CREATE TRIGGER audit_anchor_no_truncate BEFORE TRUNCATE ON public.audit_anchor FOR EACH STATEMENT EXECUTE FUNCTION public.audit_anchor_moves();
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
ALTER TABLE ONLY public.program_secret
    ADD CONSTRAINT program_secret_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.program_key(key_id);
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
ALTER TABLE ONLY public.user_link
    ADD CONSTRAINT user_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
ALTER TABLE ONLY public.visit_view
    ADD CONSTRAINT visit_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(user_id);
