/** What shows until the workspace's code is there. */
export function Opening() {
  return (
    <div className="opening" aria-busy="true">
      <p className="skeleton faint">Opening Exhibit</p>
    </div>
  );
}
