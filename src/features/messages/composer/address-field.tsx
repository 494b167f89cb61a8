import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { focusTarget, type FocusTarget } from "#room/features/forms/focus-target.ts";
import type { Contact } from "#room/workspace/storage/kept-value.ts";
import {
  type AddressFinding,
  checkAddress,
  type Reach,
} from "#room/features/messages/addresses/check-address.ts";
import { formatAddress, type ParsedAddress } from "#room/features/messages/addresses/parse-addresses.ts";
import { useTypedFindings } from "#room/features/messages/addresses/use-typed-findings.ts";
import { afterPress } from "#room/ui/after-press.ts";
import { Button } from "#room/ui/button.tsx";
import { comboboxProps, type DrivenList, placeAfterKey } from "#room/ui/combobox.ts";
import { Marked } from "#room/ui/marked.tsx";
import { CrossIcon } from "#room/ui/page-icons.tsx";
import { Options } from "#room/ui/options.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./address-field.module.css";
import composer from "./composer.module.css";
import { suggestContacts, takenUnchosen } from "./suggest-contacts.ts";

export interface AddressFieldProps {
  ref: Ref<FocusTarget>;
  label: string;
  entries: readonly ParsedAddress[];
  pending: string;
  contacts: readonly Contact[];
  /** Addresses in any of the fields, in lower case. */
  taken: ReadonlySet<string>;
  reach: Reach;
  /** An error of the whole field, or the service's refusal. */
  error: string | undefined;
  startsHere?: boolean;
  onPending(text: string): void;
  onAdd(text: string): void;
  /** Takes those of these numbers away. */
  onRemove(gone: readonly number[]): void;
}

/** Sixty bad addresses would push the message off the page. */
const mostMessages = 4;

/**
 * Recipients as tags, with completion. Enter, comma, semicolon, Tab or leaving the field turns typed text into a tag.
 */
export function AddressField(props: AddressFieldProps) {
  const {
    ref,
    startsHere,
    label,
    entries,
    pending,
    contacts,
    taken,
    reach,
    error,
    onPending,
    onAdd,
    onRemove,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => focusTarget(input), []);
  const [chosen, setChosen] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const found = isOpen ? suggestContacts(contacts, pending, taken) : [];
  const findings = entries.map((entry) => checkAddress(entry.address || entry.text, reach));
  const soFar = useTypedFindings(found.length === 0 ? pending : "", reach);

  const add = (text: string) => {
    setOpen(false);
    setChosen(-1);
    if (text.trim() !== "") onAdd(text);
  };
  const remove = (gone: readonly number[]) => {
    onRemove(gone);
    input.current?.focus();
  };
  const active = chosen < 0 ? takenUnchosen(found, pending) : chosen;
  const list = { listId: `${id}-list`, count: found.length, active };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const [pick, place] = [found[active], placeAfterKey(event.key, list, { beforeFirst: "last" })];
    if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || (event.key === "Tab" && pick)) {
      if (event.key === "Enter" || pick) event.preventDefault();
      add(pick ? textOf(pick) : pending);
    } else if (event.key === "," || event.key === ";") {
      // Inside an open quote, a comma belongs to the name.
      if ((pending.split('"').length - 1) % 2 === 1) return;
      event.preventDefault();
      add(pending);
    } else if (place !== undefined) {
      event.preventDefault();
      setChosen(place);
    } else if (event.key === "Escape" && found.length > 0) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Backspace" && pending === "" && entries.length > 0) {
      event.preventDefault();
      onRemove([entries.length - 1]);
      onPending(entries.at(-1)?.text ?? "");
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!text.includes("@") && !/[\n;]/.test(text)) return;
    event.preventDefault();
    add(`${pending} ${text}`);
  };
  const tones = entries.map((entry, at) => toneOf(findings[at] ?? [], error, entry));
  const marked = tones.flatMap((tone, at) => (tone === "bad" ? [at] : []));
  const { messages, errors } = messagesOf([...findings.flat(), ...soFar], error);
  return (
    <div className={composer.line} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.content}>
        <div className={`row ${styles.box}`}>
          {entries.map((entry, at) => (
            <Tag
              key={entry.address || entry.text}
              entry={entry}
              tone={tones[at]}
              onRemove={() => remove([at])}
            />
          ))}
          <input
            ref={input}
            id={id}
            {...comboboxProps(list)}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            // A new message starts with the focus in its first field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={startsHere}
            className={styles.input}
            value={pending}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={messages.length > 0 ? `${id}-messages` : undefined}
            onChange={(event) => {
              onPending(event.target.value);
              setOpen(true);
              setChosen(-1);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => afterPress(() => add(input.current?.value ?? ""))}
          />
        </div>
        <Suggestions list={list} found={found} typed={[pending.trim()]} onPick={add} />
        <Concerns
          id={`${id}-messages`}
          messages={messages}
          errors={errors}
          marked={marked.length}
          total={entries.length}
          onRemoveMarked={() => remove(marked)}
        />
      </div>
    </div>
  );
}

/** What is said below the field, and which of it keeps the message from being sent. */
function messagesOf(findings: readonly AddressFinding[], error: string | undefined) {
  const blocking = findings.flatMap(({ blocks, message }) => (blocks ? message : []));
  return {
    messages: [
      ...new Set([...(error === undefined ? [] : [error]), ...findings.map(({ message }) => message)]),
    ],
    errors: new Set([error, ...blocking]),
  };
}

interface ConcernsProps {
  id: string;
  messages: readonly string[];
  /** Those of them for which it cannot be sent. */
  errors: ReadonlySet<string | undefined>;
  /** How many of the recipients it cannot be sent to. */
  marked: number;
  total: number;
  onRemoveMarked(): void;
}

/** What is wrong with the recipients, and a way to be rid of many at once. */
function Concerns({ id, messages, errors, marked, total, onRemoveMarked }: ConcernsProps) {
  const more = messages.length - mostMessages;
  return (
    <>
      {messages.length > 0 ? (
        <ul id={id} className={`warn small ${styles.messages}`}>
          {messages.slice(0, mostMessages).map((message) => (
            <li key={message} data-error={errors.has(message) || undefined}>
              {message}
            </li>
          ))}
          {more > 0 ? <li>and {formatCount(more)} more of this kind</li> : null}
        </ul>
      ) : null}
      {marked > 1 ? (
        <p className="row small">
          {formatCount(marked)} of {formatCount(total)} recipients can’t receive it.{" "}
          <Button size="small" onClick={onRemoveMarked}>
            Remove marked
          </Button>
        </p>
      ) : null}
    </>
  );
}

function toneOf(findings: readonly { blocks: boolean }[], error: string | undefined, entry: ParsedAddress) {
  const named =
    error !== undefined && entry.address !== "" && error.toLowerCase().includes(entry.address.toLowerCase());
  if (named || findings.some((finding) => finding.blocks)) return "bad";
  return findings.length > 0 ? "warn" : undefined;
}

function Tag({
  entry,
  tone,
  onRemove,
}: {
  entry: ParsedAddress;
  tone: string | undefined;
  onRemove(): void;
}) {
  const address = entry.address || entry.text;
  return (
    <span className={styles.tag} data-tone={tone} title={address}>
      <span className="clip">{entry.name === "" ? address : `${entry.name} <${address}>`}</span>
      <button type="button" aria-label={`Remove ${address}`} className={styles.remove} onClick={onRemove}>
        <CrossIcon size={10} />
      </button>
    </span>
  );
}

interface SuggestionsProps {
  list: DrivenList;
  found: readonly Contact[];
  /** The text they were found by. */
  typed: readonly string[];
  onPick(text: string): void;
}

function Suggestions({ list, found, typed, onPick }: SuggestionsProps) {
  return (
    <Options
      id={list.listId}
      label="People"
      options={found}
      active={list.active}
      keyOf={({ address }) => address}
      onTake={(place) => onPick(textOf(found[place]))}
      className={styles.suggestions}
      optionClassName={() => styles.suggestion}
    >
      {({ name, address }) => (
        <>
          {name ? (
            <b>
              <Marked text={name} words={typed} />
            </b>
          ) : null}
          <span className={name ? "quiet small" : undefined}>
            <Marked text={address} words={typed} />
          </span>
        </>
      )}
    </Options>
  );
}

function textOf(contact: Contact | undefined): string {
  return contact ? formatAddress({ name: contact.name ?? "", address: contact.address }) : "";
}
