// Which problem is asked for: the arguments of the commands `rspc.openProblem` and `rspc.problem`.

export interface Asked {
  uri: string;
  seed: number;
  index: number;
}

/** Return the problem that the arguments of a command ask for; what they lack is that of the default. */
export function asked(given: readonly unknown[], standard: Asked): Asked {
  const [uri, seed, index] = given;
  return {
    uri: typeof uri === "string" && uri !== "" ? uri : standard.uri,
    seed: whole(seed) ? seed : standard.seed,
    index: whole(index) ? index : standard.index,
  };
}

/** Return the problem some places further; the first one has the index 0. */
export function moved(from: Asked, by: number): Asked {
  return { ...from, index: Math.max(0, from.index + by) };
}

/** Return the title of a panel. */
export function title({ uri, index }: Asked): string {
  const file = decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
  return `${file}: problem ${index}`;
}

function whole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
