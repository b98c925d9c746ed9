/** Whether each commit waits for a standby. docs/scaling.md gives the reasons for all settings here. */
export type Replication = 'synchronous' | 'asynchronous';

/** Returns the settings of the whole cluster, which Patroni keeps in etcd. */
export function clusterSettings(replication: Replication): object {
  const isSynchronous = replication === 'synchronous';
  return {
    ttl: 20,
    loop_wait: 5,
    retry_timeout: 5,
    primary_start_timeout: 0,
    synchronous_mode: isSynchronous,
    synchronous_mode_strict: isSynchronous,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      parameters: {
        wal_sender_timeout: '10s',
        wal_receiver_timeout: '10s',
        tcp_keepalives_idle: 5,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 2,
        max_connections: 60,
        wal_keep_size: '512MB',
      },
    },
  };
}
