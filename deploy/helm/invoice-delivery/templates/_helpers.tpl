{{- define "ids.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "ids.name" -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}

{{/* A pod of one role. Takes the root as .root, and .role, .resources. */}}
{{- define "ids.pod" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
metadata:
  labels:
    {{- include "ids.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- if $values.metrics.annotate }}
  annotations:
    prometheus.io/scrape: 'true'
    prometheus.io/port: '9464'
    prometheus.io/path: /metrics
  {{- end }}
spec:
  automountServiceAccountToken: false
  # The service drains for 8 seconds and ends within 10; before that the pod leaves the Service.
  terminationGracePeriodSeconds: 20
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: {{ .role }}
      image: '{{ $values.image.repository }}:{{ $values.image.tag | default $root.Chart.AppVersion }}'
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: ROLE, value: {{ .role }} }
        - { name: ENVIRONMENT, value: {{ $values.environment }} }
        - { name: BASE_URL, value: {{ $values.baseUrl | quote }} }
        - { name: TRUST_PROXY, value: {{ $values.trustProxy | quote }} }
        - { name: LOG_LEVEL, value: {{ $values.logLevel }} }
        - { name: POOL_THREADS, value: {{ $values.poolThreads | quote }} }
        - { name: MASTER_KEY_FILE, value: /run/secrets/ids/MASTER_KEY }
        {{- if $values.rotatingMasterKey }}
        - { name: NEW_MASTER_KEY_FILE, value: /run/secrets/ids/NEW_MASTER_KEY }
        {{- end }}
        - name: STORE_URL
          valueFrom: { secretKeyRef: { name: {{ $values.secretName }}, key: STORE_URL } }
        - name: OPERATOR_KEY
          valueFrom: { secretKeyRef: { name: {{ $values.secretName }}, key: OPERATOR_KEY } }
        - name: OIDC_CLIENT_SECRET
          valueFrom: { secretKeyRef: { name: {{ $values.secretName }}, key: OIDC_CLIENT_SECRET, optional: true } }
        {{- range $name, $value := $values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      ports:
        {{- if eq .role "api" }}
        - { name: http, containerPort: 8080 }
        {{- end }}
        - { name: metrics, containerPort: 9464 }
      startupProbe:
        httpGet: { path: /metrics, port: metrics }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /metrics, port: metrics }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- if eq .role "api" }}
      readinessProbe:
        # Without a worker, invoices are still taken in.
        httpGet: { path: '/health?without=workers', port: http }
        periodSeconds: 5
        timeoutSeconds: 5
      lifecycle:
        preStop: { exec: { command: [sleep, '5'] } }
      {{- end }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: master-key, mountPath: /run/secrets/ids, readOnly: true }
        - { name: tmp, mountPath: /tmp }
        {{- if $values.rulesClaim }}
        - { name: rules, mountPath: /app/rules, readOnly: true }
        {{- end }}
  volumes:
    - name: master-key
      secret:
        secretName: {{ $values.secretName }}
        defaultMode: 288
        items:
          - { key: MASTER_KEY, path: MASTER_KEY }
          {{- if $values.rotatingMasterKey }}
          - { key: NEW_MASTER_KEY, path: NEW_MASTER_KEY }
          {{- end }}
    - { name: tmp, emptyDir: {} }
    {{- if $values.rulesClaim }}
    - name: rules
      persistentVolumeClaim: { claimName: {{ $values.rulesClaim }}, readOnly: true }
    {{- end }}
{{- end -}}
