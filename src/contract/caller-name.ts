const keyMark = "key: ";

/** How the service calls a program: no user's name has a colon. */
export function actorOfKey(name: string): string {
  return keyMark + name;
}

/** Who sent or did something, as people are told: a program by its name alone. */
export function shownCaller(name: string): string {
  return name.startsWith(keyMark) ? name.slice(keyMark.length) : name;
}
