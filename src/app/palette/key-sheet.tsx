import { Fragment } from "react";
import { commandRegistry } from "#room/ui/commands.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { Kbd } from "#room/ui/kbd.tsx";
import { useAppearance } from "#room/app/appearance.ts";
import { groupsOf } from "./palette-match.ts";
import styles from "./key-sheet.module.css";

export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} width="wide">
      <KeyGroups />
    </Dialog>
  );
}

function KeyGroups() {
  const { singleKeys } = useAppearance();
  const active = commandRegistry.all().filter((each) => each.keys && each.isEnabled !== false);
  // A page's own version of a global command has its own keys: one line for both.
  const keysOf = (id: string) => active.flatMap((each) => (each.id === id ? (each.keys ?? []) : []));
  const once = active.filter(({ id }, at) => active.findIndex((each) => each.id === id) === at);
  const groups = [...groupsOf(once, (each) => each.group ?? "This page")];
  return (
    <>
      {singleKeys ? null : (
        <p>Single-key shortcuts are turned off in the Account menu. Shortcuts with Ctrl still work.</p>
      )}
      <div className={styles.groups}>
        {groups.map(([group, commands]) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl>
              {commands.map(({ id, title }) => (
                <div key={id} className={styles.row}>
                  <dt>{title}</dt>
                  <dd>
                    {keysOf(id).map((keys, at) => (
                      <Fragment key={keys}>
                        {at > 0 ? " or " : null}
                        <Kbd keys={keys} isSpoken />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
