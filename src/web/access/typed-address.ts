let address = "";

/**
 * The email address as it was typed last on one of the pages of access, so that the next of them has it already. It is
 * kept in memory alone: an address in a URL would end in histories and logs.
 */
export const typedAddress = {
  read: () => address,
  write: (typed: string) => void (address = typed),
};
