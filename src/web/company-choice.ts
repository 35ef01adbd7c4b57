const key = "currentCompanyId";

/**
 * The company this tab is in, kept by the tab; a new tab begins in the one that any tab was in last. It only decides what
 * is shown first; the server decides what may be seen.
 */
export const companyChoice = {
  read: (): string | null => from(() => sessionStorage.getItem(key)) ?? from(() => localStorage.getItem(key)),
  write(id: string): void {
    from(() => sessionStorage.setItem(key, id));
    from(() => localStorage.setItem(key, id));
  },
  clear(): void {
    from(() => sessionStorage.removeItem(key));
    from(() => localStorage.removeItem(key));
  },
};

/** A browser may close its storage to us, or have it full; then each visit begins in the first company. */
function from<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
