const keyMark = "key: ";

/** How the service names a program that calls it. User names cannot contain a colon. */
export function actorOfKey(name: string): string {
  return keyMark + name;
}

/** The name to display for a user or program; a program is shown by its name alone. */
export function shownCaller(name: string): string {
  return name.startsWith(keyMark) ? name.slice(keyMark.length) : name;
}
