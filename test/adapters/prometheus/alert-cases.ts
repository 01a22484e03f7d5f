/** Recorded series of a metric: the labels, and the values of each minute in the notation of `promtool test rules`. */
type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  readonly alert: string;
  readonly severity: 'page' | 'ticket';
  /** With these series it fires at this time. */
  readonly fires: Series;
  readonly at: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly says: string;
  /** With these, at their edge, it does not. */
  readonly quiet: Series;
}

const HOUR = 3_600;
const DAY = 86_400;

/** Calls to a route in each minute: those that fail and those that succeed. */
const calls = (call: string, failed: number, done: number, result = 'unreachable'): Series => ({
  [`ids_route_call_duration_seconds_count{route="PL-KSEF",call="${call}",result="${result}"}`]: `0+${failed}x90`,
  [`ids_route_call_duration_seconds_count{route="PL-KSEF",call="${call}",result="${call === 'answers' ? 'fetched' : 'ok'}"}`]: `0+${done}x90`,
});

const ANSWERED = 'ids_request_duration_seconds_count{operation="submitInvoice",status="202"}';
const FAILED = 'ids_request_duration_seconds_count{operation="submitInvoice",status="500"}';
/** Calls in each minute. */
const answers = (answered: number, failed: number): Series => ({
  [ANSWERED]: `0+${answered}x400`,
  [FAILED]: `0+${failed}x400`,
});
const intakes = (all: number, fast: number): Series => ({
  [ANSWERED]: `0+${all}x90`,
  'ids_request_duration_seconds_bucket{operation="submitInvoice",status="202",le="0.5"}': `0+${fast}x90`,
});

export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'QueueNotMoving',
    severity: 'page',
    fires: { ids_queue_age_seconds: '301x5' },
    at: '3m',
    says: 'An invoice has been due for more than 5 minutes and no worker takes it up.',
    quiet: { ids_queue_age_seconds: '300x5' },
  },
  {
    alert: 'DeadlineAtRisk',
    severity: 'page',
    fires: { ids_deadlines_at_risk: '2x10' },
    at: '6m',
    says: '2 queued invoices have used four fifths of the time to their legal deadline.',
    quiet: { ids_deadlines_at_risk: '0x10' },
  },
  {
    alert: 'DeadLetters',
    severity: 'page',
    fires: { 'ids_invoice_moves_total{route="PEPPOL",state="dead_letter"}': '0x5 1x15' },
    at: '10m',
    says: 'Invoices became dead letters in the last 15 minutes.',
    quiet: { 'ids_invoice_moves_total{route="PEPPOL",state="dead_letter"}': '7x20' },
  },
  {
    alert: 'CredentialExpiring',
    severity: 'ticket',
    fires: {
      'ids_credentials_expiring{route="PEPPOL",instance="a"}': '2x90',
      'ids_credentials_expiring{route="PEPPOL",instance="b"}': '2x90',
    },
    at: '61m',
    labels: { route: 'PEPPOL' },
    says: '2 credentials for PEPPOL end within 30 days.',
    quiet: { 'ids_credentials_expiring{route="PEPPOL"}': '0x90' },
  },
  {
    alert: 'CredentialEndsSoon',
    severity: 'page',
    fires: { 'ids_credential_expiry_seconds{route="PEPPOL"}': `${7 * DAY - 60}x30` },
    at: '16m',
    labels: { route: 'PEPPOL' },
    says: 'A credential for PEPPOL ends within 7 days, or has ended by law.',
    quiet: { 'ids_credential_expiry_seconds{route="PEPPOL"}': `${7 * DAY}x30` },
  },
  {
    alert: 'CredentialEndsSoon',
    severity: 'page',
    fires: { 'ids_credential_left_seconds{route="PL-KSEF",kind="ksef-token"}': `${-3 * DAY}x30` },
    at: '16m',
    labels: { route: 'PL-KSEF' },
    says: 'A credential for PL-KSEF ends within 7 days, or has ended by law.',
    quiet: { 'ids_credential_left_seconds{route="PL-KSEF",kind="ksef-token"}': `${7 * DAY}x30` },
  },
  {
    alert: 'CredentialEndsByLaw',
    severity: 'ticket',
    fires: { 'ids_credential_left_seconds{route="PL-KSEF",kind="ksef-token"}': `${29 * DAY}x90` },
    at: '61m',
    labels: { route: 'PL-KSEF', kind: 'ksef-token' },
    says: 'Clients depend on credentials of the kind ksef-token for PL-KSEF, which end by law within 30 days.',
    quiet: { 'ids_credential_left_seconds{route="PL-KSEF",kind="ksef-token"}': `${30 * DAY}x90` },
  },
  {
    alert: 'RouteFailing',
    severity: 'page',
    fires: calls('send', 3, 10),
    at: '21m',
    labels: { route: 'PL-KSEF' },
    says: 'More than a fifth of the calls to PL-KSEF fail.',
    quiet: { ...calls('send', 2, 10), ...calls('answers', 50, 0) },
  },
  {
    alert: 'MessagesStay',
    severity: 'ticket',
    fires: calls('answers', 2, 1),
    at: '61m',
    labels: { route: 'PL-KSEF' },
    says: 'Messages of receivers and buyers over PL-KSEF are not fetched, or cannot be taken in.',
    quiet: { ...calls('answers', 1, 2), 'ids_route_messages_total{route="PL-KSEF",result="failed"}': '3x90' },
  },
  {
    alert: 'WebhooksDead',
    severity: 'ticket',
    fires: { ids_webhook_deliveries_dead: '0x5 1x20' },
    at: '20m',
    says: 'Events could not be delivered to a webhook for a day.',
    quiet: { ids_webhook_deliveries_dead: '4x30' },
  },
  {
    alert: 'WebhooksLate',
    severity: 'ticket',
    fires: { ids_webhook_pending_age_seconds: `${HOUR + 1}x30` },
    at: '16m',
    says: 'An event has waited for a webhook for more than an hour.',
    quiet: { ids_webhook_pending_age_seconds: `${HOUR}x30` },
  },
  {
    alert: 'ReceivedUnchecked',
    severity: 'ticket',
    fires: { ids_received_care_rows_open: '3x5' },
    at: '1m',
    says: '3 received invoices could not be checked.',
    quiet: { ids_received_care_rows_open: '0x5' },
  },
  {
    alert: 'LookUpsFail',
    severity: 'ticket',
    fires: {
      'ids_peppol_look_ups_total{answer="unknown"}': '0+3x60',
      'ids_peppol_look_ups_total{answer="yes"}': '0+7x60',
    },
    at: '45m',
    says: 'More than a fifth of the look-ups in Peppol fail.',
    quiet: {
      'ids_peppol_look_ups_total{answer="unknown"}': '0+2x60',
      'ids_peppol_look_ups_total{answer="yes"}': '0+8x60',
      'ids_peppol_look_ups_total{answer="kept"}': '0+9x60',
    },
  },
  {
    alert: 'StatusOverdue',
    severity: 'ticket',
    fires: { 'ids_care_rows_open{code="EI-STATUS-OVERDUE",who_acts="network"}': '4x30' },
    at: '16m',
    says: '4 invoices have waited for a day for the answer of their route.',
    quiet: { 'ids_care_rows_open{code="BR-01",who_acts="erp"}': '4x30' },
  },
  {
    alert: 'CapsFull',
    severity: 'ticket',
    fires: {
      'ids_route_cap_places_total{route="PL-KSEF",work="send",result="full"}': '0+5x200',
      'ids_route_cap_places_total{route="PL-KSEF",work="send",result="taken"}': '0+4x200',
    },
    at: '125m',
    labels: { route: 'PL-KSEF' },
    says: 'More invoices wait for a permit under the caps of PL-KSEF than go.',
    quiet: {
      'ids_route_cap_places_total{route="PL-KSEF",work="send",result="full"}': '0+4x200',
      'ids_route_cap_places_total{route="PL-KSEF",work="send",result="taken"}': '0+4x200',
    },
  },
  {
    alert: 'OursToMend',
    severity: 'ticket',
    fires: {
      'ids_care_rows_open{code="EI-SERVICE-FAULT",who_acts="us",instance="a"}': '2x90',
      'ids_care_rows_open{code="EI-SERVICE-FAULT",who_acts="us",instance="b"}': '2x90',
      'ids_care_rows_open{code="EI-PACK-OLD",who_acts="us",instance="a"}': '1x90',
    },
    at: '61m',
    says: '3 care rows have waited for an hour for the operator.',
    quiet: { 'ids_care_rows_open{code="BR-01",who_acts="erp"}': '9x90' },
  },
  {
    alert: 'CareWaits',
    severity: 'ticket',
    fires: { ids_care_age_seconds: `${4 * DAY}x90` },
    at: '61m',
    says: 'The oldest open care row has waited for 4d 0h 0m 0s.',
    quiet: { ids_care_age_seconds: `${3 * DAY}x90` },
  },
  {
    alert: 'ChecksNotRun',
    severity: 'page',
    fires: {
      'ids_layer_outcomes_total{layer="xrechnung",pack="p",outcome="not_run"}': '0+1x40',
      'ids_layer_outcomes_total{layer="xrechnung",pack="p",outcome="valid"}': '0+10x40',
    },
    at: '30m',
    labels: { layer: 'xrechnung' },
    says: 'More than 5 % of the runs of layer xrechnung end without a verdict.',
    quiet: {
      'ids_layer_outcomes_total{layer="xrechnung",pack="p",outcome="not_run"}': '0+1x40',
      'ids_layer_outcomes_total{layer="xrechnung",pack="p",outcome="valid"}': '0+20x40',
    },
  },
  {
    alert: 'EnginesDiffer',
    severity: 'page',
    fires: { 'ids_engine_differences_total{pack="en16931"}': '1x5' },
    at: '1m',
    labels: { pack: 'en16931' },
    says: 'The two rule engines disagree about pack en16931.',
    quiet: { 'ids_engine_differences_total{pack="en16931"}': '0x5' },
  },
  {
    alert: 'RulePackOld',
    severity: 'ticket',
    fires: {
      'ids_rule_pack_age_days{publisher="KoSIT",pack="p"}': '300x90',
      'ids_rule_pack_max_age_days{publisher="KoSIT",pack="p"}': '264x90',
    },
    at: '61m',
    labels: { publisher: 'KoSIT', pack: 'p' },
    says: 'Rule pack p is 300 days old; KoSIT should have released a newer one.',
    quiet: {
      'ids_rule_pack_age_days{publisher="KoSIT",pack="p"}': '264x90',
      'ids_rule_pack_max_age_days{publisher="KoSIT",pack="p"}': '264x90',
      'ids_rule_pack_age_days{publisher="without a rhythm",pack="q"}': '900x90',
    },
  },
  {
    alert: 'RulePackComing',
    severity: 'ticket',
    fires: { 'ids_rule_pack_coming_seconds{layer="en16931",pack="p"}': `${13 * DAY}x90` },
    at: '61m',
    labels: { layer: 'en16931', pack: 'p' },
    says: 'Rule pack p comes into force in 13d 0h 0m 0s.',
    quiet: { 'ids_rule_pack_coming_seconds{layer="en16931",pack="p"}': `${14 * DAY}x90` },
  },
  {
    alert: 'PoolSaturated',
    severity: 'ticket',
    fires: { 'ids_pool_saturation_ratio{instance="a"}': '0.8x10' },
    at: '6m',
    labels: { instance: 'a' },
    says: 'The validator queue of a is more than four fifths full.',
    quiet: { 'ids_pool_saturation_ratio{instance="a"}': '0.79x10' },
  },
  {
    alert: 'PoolThreadsLost',
    severity: 'ticket',
    fires: { 'ids_pool_failures_total{instance="a",cause="died"}': '0+1x20' },
    at: '16m',
    labels: { instance: 'a' },
    says: 'Validator threads of a keep dying or running out of time or memory.',
    quiet: {
      'ids_pool_failures_total{instance="a",cause="refused"}': '0+9x20',
      'ids_pool_failures_total{instance="a",cause="died"}': '3x20',
    },
  },
  {
    alert: 'ServiceGone',
    severity: 'page',
    fires: { 'ids_store_readable{instance="a"}': '1x2 stale _x20' },
    at: '10m',
    says: 'Prometheus reads no process of the service.',
    quiet: {
      'ids_store_readable{instance="a"}': '1x2 stale _x20',
      'ids_store_readable{instance="b"}': '0x20',
    },
  },
  {
    alert: 'ProcessDown',
    severity: 'ticket',
    fires: {
      'ids_store_readable{job="ids",instance="a"}': '0x2 stale _x20',
      'up{job="ids",instance="a"}': '1x2 0x20',
      'up{job="other",instance="c"}': '0x30',
    },
    at: '15m',
    labels: { job: 'ids', instance: 'a' },
    says: 'a does not answer Prometheus.',
    quiet: {
      'ids_store_readable{job="ids",instance="a"}': '1x30',
      'up{job="ids",instance="a"}': '1x30',
      'up{job="other",instance="c"}': '0x30',
    },
  },
  {
    alert: 'ServerErrors',
    severity: 'page',
    fires: {
      'ids_request_duration_seconds_count{operation="submitInvoice",status="503"}': '0+2x20',
      'ids_request_duration_seconds_count{operation="submitInvoice",status="202"}': '0+98x20',
    },
    at: '15m',
    says: 'More than 1 % of the calls end with a 5xx answer other than 501.',
    quiet: {
      'ids_request_duration_seconds_count{operation="submitInvoice",status="503"}': '0+1x20',
      'ids_request_duration_seconds_count{operation="submitInvoice",status="501"}': '0+9x20',
      'ids_request_duration_seconds_count{operation="submitInvoice",status="202"}': '0+90x20',
    },
  },
  {
    alert: 'ErrorBudgetBurnsFast',
    severity: 'page',
    fires: answers(985, 15),
    at: '61m',
    says: 'At this rate the failed calls that 30 days allow are used up in two days.',
    quiet: answers(986, 14),
  },
  {
    // Fewer for the last minutes: it is over.
    alert: 'ErrorBudgetBurnsFast',
    severity: 'page',
    fires: answers(985, 15),
    at: '61m',
    says: 'At this rate the failed calls that 30 days allow are used up in two days.',
    quiet: { [ANSWERED]: '0+1000x90', [FAILED]: '0+30x50 1500x40' },
  },
  {
    alert: 'ErrorBudgetBurnsSlowly',
    severity: 'ticket',
    fires: answers(993, 7),
    at: '361m',
    says: 'At this rate the failed calls that 30 days allow are used up in five days.',
    quiet: answers(995, 5),
  },
  {
    alert: 'IntakeBudgetBurnsFast',
    severity: 'page',
    fires: intakes(100, 85),
    at: '61m',
    says: 'At this rate the slow answers to POST /invoices that 30 days allow are used up in two days.',
    quiet: intakes(100, 86),
  },
  {
    alert: 'StoreUnreadable',
    severity: 'page',
    fires: { 'ids_store_readable{instance="a"}': '0x10', 'ids_store_readable{instance="b"}': '1x10' },
    at: '3m',
    labels: { instance: 'a' },
    says: 'a cannot read the store.',
    quiet: { 'ids_store_readable{instance="a"}': '1x10' },
  },
  {
    alert: 'DiskFilling',
    severity: 'ticket',
    fires: { ids_store_disk_free_bytes: '14x30', ids_store_disk_size_bytes: '100x30' },
    at: '16m',
    says: 'The disk of the store has 14% left.',
    quiet: { ids_store_disk_free_bytes: '15x30', ids_store_disk_size_bytes: '100x30' },
  },
  {
    alert: 'DiskFull',
    severity: 'page',
    fires: { ids_store_disk_free_bytes: '4x60', ids_store_disk_size_bytes: '100x60' },
    at: '31m',
    says: 'The disk of the store is nearly full, or is going to be within a day.',
    quiet: { ids_store_disk_free_bytes: '5x60', ids_store_disk_size_bytes: '100x60' },
  },
  {
    alert: 'DiskFull',
    severity: 'page',
    // 90 % are free, and a tenth of the disk goes each hour.
    fires: { ids_store_disk_free_bytes: '5400-6x400', ids_store_disk_size_bytes: '6000x400' },
    at: '60m',
    says: 'The disk of the store is nearly full, or is going to be within a day.',
    // A thousandth each hour.
    quiet: { ids_store_disk_free_bytes: '54000-1x400', ids_store_disk_size_bytes: '60000x400' },
  },
  {
    alert: 'BackupOld',
    severity: 'ticket',
    fires: { 'ids_backup_age_seconds{instance="a"}': `${30 * HOUR}x30` },
    at: '16m',
    says: 'The newest backup is 1d 6h 0m 0s old.',
    quiet: { 'ids_backup_age_seconds{instance="a"}': `${26 * HOUR}x30` },
  },
  {
    alert: 'BackupMissing',
    severity: 'ticket',
    fires: { 'ids_store_readable{instance="a"}': '1x130' },
    at: '121m',
    says: 'No backup of the store is known.',
    quiet: {
      'ids_store_readable{instance="a"}': '1x130',
      'ids_backup_age_seconds{instance="a"}': '60x130',
    },
  },
  {
    alert: 'NoWorker',
    severity: 'page',
    fires: {
      'ids_live_workers{lane="PEPPOL",instance="a"}': '0x5',
      'ids_live_workers{lane="check",instance="a"}': '1x5',
    },
    at: '1m',
    labels: { lane: 'PEPPOL' },
    says: 'No process has worked on lane PEPPOL for a minute.',
    quiet: { 'ids_live_workers{lane="PEPPOL",instance="a"}': '1x5' },
  },
  {
    alert: 'JobsFailing',
    severity: 'ticket',
    fires: { 'ids_job_duration_seconds_count{result="failed"}': '0+1x40' },
    at: '30m',
    says: 'Runs of the worker keep failing for another reason than the invoice.',
    quiet: {
      'ids_job_duration_seconds_count{result="failed"}': '5x40',
      'ids_job_duration_seconds_count{result="done"}': '0+9x40',
    },
  },
  {
    alert: 'LogLinesLost',
    severity: 'ticket',
    fires: { 'ids_log_lines_dropped_total{instance="a"}': '0x2 5x10' },
    at: '6m',
    labels: { instance: 'a' },
    says: 'a cannot write its log.',
    quiet: { 'ids_log_lines_dropped_total{instance="a"}': '5x20' },
  },
  {
    alert: 'EventLoopBlocked',
    severity: 'ticket',
    fires: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.6x10' },
    at: '6m',
    labels: { instance: 'a' },
    says: 'The event loop of a is blocked for more than half a second.',
    quiet: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.5x10' },
  },
];
