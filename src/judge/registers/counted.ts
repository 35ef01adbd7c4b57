/** What is so of so many, in the words for one or in those for several: "1 device was wiped", "3 devices were each wiped". */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
