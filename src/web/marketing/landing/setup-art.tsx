const marks = [
  { minute: "0", label: "Profile", at: "start" },
  { minute: "20", label: "Connect", at: "second" },
  { minute: "45", label: "Collect", at: "third" },
  { minute: "90 min", label: "First control report", at: "end" },
] as const;

/** The setup as a ruler: where its steps are meant to fall within 90 minutes. */
export function SetupArt() {
  return (
    <ol className="ruler" aria-label="Setup in minutes">
      {marks.map(({ minute, label, at }) => (
        <li key={at} data-at={at}>
          <b>{label}</b>
          <span>{minute}</span>
        </li>
      ))}
    </ol>
  );
}
