const height = 32;
/** A bar and the gap after it. */
const step = 10;

/** Items of each of the last days, this week's in blue. The figure above says the number, so a reader hears it there. */
export function DayBars({ days }: { days: readonly number[] }) {
  const most = Math.max(...days, 1);
  return (
    <div className="day-bars" aria-hidden="true">
      <svg viewBox={`0 0 ${days.length * step} ${height}`} preserveAspectRatio="none">
        {days.map((items, day) => {
          // What is not nothing is seen, however much more came on another day.
          const tall = items === 0 ? 0 : Math.max(2, (items / most) * height);
          return (
            <rect
              key={day}
              x={day * step + 1}
              y={height - tall}
              width={step - 2}
              height={tall}
              data-this-week={day >= days.length - 7 || undefined}
            />
          );
        })}
      </svg>
      <p>
        <span>Two weeks ago</span>
        <b>This week</b>
      </p>
    </div>
  );
}
