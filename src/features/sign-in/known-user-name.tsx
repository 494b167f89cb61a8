/** For password managers: they look for a name beside the password, also where the page knows it. */
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
