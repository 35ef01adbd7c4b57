const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A whole number below one thousand as it is said: four hundred and seventy-two. */
export function inWords(number: number): string {
  if (number < 20) return small[number]!;
  if (number < 100) return tens[Math.floor(number / 10) - 2]! + (number % 10 === 0 ? "" : `-${small[number % 10]}`);
  const rest = number % 100;
  return `${small[Math.floor(number / 100)]} hundred${rest === 0 ? "" : ` and ${inWords(rest)}`}`;
}
