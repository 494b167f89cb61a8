import { showInstant } from "#room/api/show-instant.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { MoreIcon } from "#room/ui/page-icons.tsx";
import { Menu } from "#room/features/parts/menu.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import { Table } from "#room/ui/table.tsx";
import type { Doing } from "./people-dialogs.tsx";
import styles from "./people.module.css";

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly onDo: (doing: Doing) => void;
}

export function PeopleTable({ people, onDo }: PeopleTableProps) {
  return (
    <Table
      look="cards"
      className={styles.people}
      label="People"
      heads={[
        "User name",
        "Name",
        "Role",
        "State",
        "Last sign-in",
        "Direct addresses",
        "Practices",
        "Added",
        { name: "Actions", isHidden: true },
      ]}
    >
      {people.map((person) => (
        <PersonRow key={person.userName} person={person} onDo={onDo} />
      ))}
    </Table>
  );
}

function PersonRow({ person, onDo }: { readonly person: Person; readonly onDo: PeopleTableProps["onDo"] }) {
  const names = useNames();
  const { userName, displayName, role, rights, lastSignInAt, addresses, practices, createdAt } = person;
  return (
    <tr data-disabled={person.isDisabled || undefined}>
      <td>
        <button type="button" className="link" onClick={() => onDo({ what: "edit", person })}>
          {userName}
        </button>
      </td>
      <td>{displayName}</td>
      <td>
        {role}
        {practices.length === 0 && rights.includes("import-codes") ? (
          <span className="quiet"> + imports codes</span>
        ) : null}
      </td>
      <td>
        <State person={person} /> <Factor person={person} />{" "}
        {person.isBeforeRestore && !person.isDisabled ? (
          <StateBadge tone="warn">Made before the restore</StateBadge>
        ) : null}
      </td>
      <td className="nowrap" data-label="Last sign-in">
        {lastSignInAt ? showInstant(lastSignInAt) : "never"}
      </td>
      <td className={styles.wrap}>{addresses.join(", ")}</td>
      <td className={styles.wrap} data-label="Practices">
        {practices.length === 0 ? "all" : practices.map((id) => names.shortWords("practice", id)).join(", ")}
      </td>
      <td className="nowrap" data-label="Added">
        {showInstant(createdAt)}
      </td>
      <td className="end">
        <Menu
          label={`Actions for ${userName}`}
          isIconOnly
          look="quiet"
          size="small"
          sections={[{ items: actionsOf(person, onDo) }]}
        >
          <MoreIcon />
        </Menu>
      </td>
    </tr>
  );
}

function State({ person }: { readonly person: Person }) {
  const { isDisabled, hasPassword, sessions, linkUntil } = person;
  if (isDisabled) return <StateBadge tone="bad">Disabled</StateBadge>;
  if (linkUntil) return <StateBadge tone="accent">Link until {showInstant(linkUntil)}</StateBadge>;
  if (sessions > 0)
    return <StateBadge tone="ok">{sessions === 1 ? "Signed in" : `${sessions} sessions`}</StateBadge>;
  return hasPassword ? (
    <StateBadge tone="plain">Signed out</StateBadge>
  ) : (
    <StateBadge tone="plain">No password</StateBadge>
  );
}

/** Only what requires someone to act. */
function Factor({ person }: { readonly person: Person }) {
  const isMissing = person.secondFactor === "missing" && !person.isDisabled;
  return isMissing ? <StateBadge tone="warn">No second factor yet</StateBadge> : null;
}

function actionsOf(person: Person, onDo: PeopleTableProps["onDo"]) {
  const { isDisabled, sessions } = person;
  return [
    { id: "edit", label: "Edit", run: () => onDo({ what: "edit", person }) },
    {
      id: "link",
      label: person.hasPassword ? "Reset the password" : "Make a new link",
      isDisabled,
      run: () => onDo({ what: "link", person }),
    },
    {
      id: "sessions",
      label: "End all sessions",
      isDisabled: sessions === 0,
      run: () => onDo({ what: "end-sessions", person }),
    },
    {
      id: "reset-factor",
      label: "Reset the second factor",
      isDisabled: person.secondFactor !== "set",
      run: () => onDo({ what: "reset-factor", person }),
    },
    isDisabled
      ? { id: "enable", label: "Enable", run: () => onDo({ what: "enable", person }) }
      : { id: "disable", label: "Disable", isDanger: true, run: () => onDo({ what: "disable", person }) },
  ];
}
