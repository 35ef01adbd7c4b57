/** How much of a plan is taken, as a person reads it: `3 of 5`, or `3, no limit`. */
export function usageWords(taken: number, limit: number | null): string {
  const count = (number: number) => number.toLocaleString("en-US");
  return limit === null ? `${count(taken)}, no limit` : `${count(taken)} of ${count(limit)}`;
}

/** How much is left, as a sentence under the button that takes one more; undefined while there is room to spare. */
export function seatsLeft(users: { members: number; invited: number; limit: number | null }): string | undefined {
  if (users.limit === null) return undefined;
  const left = users.limit - users.members - users.invited;
  if (left > 3) return undefined;
  if (left > 0)
    return left === 1 ? "Your plan has room for 1 more user." : `Your plan has room for ${left} more users.`;
  return `All ${users.limit} seats of your plan are taken, including open invitations.`;
}
