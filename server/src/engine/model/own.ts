/**
 * Returns the SQL condition under which what an agent made, the value of a column, is read by the agent that asks: by itself
 * and by an agent that reads all of its party; null is no agent. A write asks so, under no lock, whatever authentication
 * has cached of the agent.
 */
export function mayRead(madeBy: string, agent: string): string {
  return `(${agent} IS NULL OR ${madeBy} = ${agent}
    OR (SELECT reads FROM agents WHERE agents.id = ${agent}) = 'party')`;
}
