import type { Locator } from "@playwright/test";

/** The choice of an answer to a question about what is so today, on a screen that asks it. */
export function answerTo(screen: Locator, question: RegExp, answer: string): Locator {
  return screen.getByRole("radiogroup", { name: question }).getByRole("radio", { name: answer, exact: true });
}

/** Answers such a question. */
export async function answer(screen: Locator, question: RegExp, chosen: string): Promise<void> {
  await answerTo(screen, question, chosen).check();
}
