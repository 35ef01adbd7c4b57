/** What a judge may take in tests: enough to be one, and soon over. */
export const trialBounds = { memoryBytes: 16 << 20, steps: 1_000_000, stepsPerCharacter: 0, answerLength: 1 << 20 };
