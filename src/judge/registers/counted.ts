/** What is so of so many, in the words for a single one or in those for several: "1 device was wiped", "3 devices were each wiped". */
export const counted = (count: number, single: string, several: string): string =>
  `${count} ${count === 1 ? single : several}`;
