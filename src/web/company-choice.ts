const key = "currentCompanyId";

/** The company this browser was last in. It only decides what is shown first; the server decides what may be seen. */
export const companyChoice = {
  read: () => localStorage.getItem(key),
  write: (id: string) => localStorage.setItem(key, id),
  clear: () => localStorage.removeItem(key),
};
