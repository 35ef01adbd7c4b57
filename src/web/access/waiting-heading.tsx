/** Heads a page that works on a mailed link, and says so as it begins: a heading to who looks for one, and a status to who waits. */
export function WaitingHeading({ text }: { text: string }) {
  return (
    <>
      <h1>
        <span role="status">{text}</span>
      </h1>
      <div className="oxford-rule below-20" />
    </>
  );
}
