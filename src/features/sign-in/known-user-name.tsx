/** For password managers, which look for a user name next to the password. */
export function KnownUserName({ userName }: { readonly userName: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="userName"
      autoComplete="username"
      aria-hidden="true"
      tabIndex={-1}
      value={userName}
      readOnly
    />
  );
}
